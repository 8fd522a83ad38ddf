/** Invented names, partly non-ASCII, so that readers of the sample must handle UTF-8. */

const firstStems =
  'Al Bren Cor Dav El Fen Gal Hel Ir Jor Kel Lor Mar Nel Or Per Quen Ros Sel Tam Ul Vel Wil Yor Zel Åls Bjø Čed Émi Íso Jør Łuc Ñan Öst Šar Žel'.split(
    ' ',
  )
const femaleEndings = ['a', 'ina', 'elle', 'is', 'ë', 'wyn']
const maleEndings = ['an', 'en', 'or', 'ick', 'us', 'ó']

const familyStems =
  'Ash Bark Cald Dorn Elm Farr Glen Hart Iver Kest Lang Mord Nor Oak Pell Rook Stav Thorn Und Vann West Yarr Zann Brød Çel Dvoř Grün Håk Lövg Müh Ørst Świer Ţep Ż'.split(
    ' ',
  )
const familyEndings = ['ley', 'ton', 'berg', 'ovi', 'mann', 'sen', 'ero', 'ström', 'escu', 'aux', 'ford', 'gard', 'ić']
const familyNamesWhole = ['Αλδερίδης', 'Μελανός', 'Борейко', 'Ясенев', '林木山', '江川', 'ทะเลงาม', 'Nguyễn-Sao']

export const femaleNames: readonly string[] = combine(firstStems, femaleEndings)
export const maleNames: readonly string[] = combine(firstStems, maleEndings)
export const familyNames: readonly string[] = [...combine(familyStems, familyEndings), ...familyNamesWhole]

function combine(stems: readonly string[], endings: readonly string[]): string[] {
  return stems.flatMap((stem) => endings.map((ending) => stem + ending))
}
