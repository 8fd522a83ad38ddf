/** The words of a column's name: `firstName`, `FIRST_NAME` and `first-name` are first, name; `Straße` is strasse, `prénom` prenom. */

export function nameWords(name: string): string[] {
  return fold(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2'))
    .split(/[^\p{L}\d]+/u)
    .flatMap((word) => word.match(/\d+|\D+/g) ?? [])
    .filter((word) => word !== '')
}

/** Lower case without accents. */
export function fold(text: string): string {
  return text.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
