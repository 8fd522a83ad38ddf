/** Which search `init` writes into a job, and what it says of it. */

/** Up to this many quasi-identifiers an exact search is proposed: the lattice grows by a factor with each. */
const MOST_FOR_LATTICE = 15

/**
 * For general use the search that loses least, with its price and what to take instead; so, too, where a group for each of very many columns
 * as a whole would keep little. For a purpose, one with a label per value.
 */
export function proposeSearch(goal: string, quasiIdentifiers: number, forbids: boolean): string[] {
  const many = quasiIdentifiers > MOST_FOR_LATTICE
  if (forbids)
    return [`algorithm: { name: ${many ? 'genetic' : 'lattice'} }   # one that the rule book can forbid what is shown`]
  if (goal !== 'general' && !many) return ['algorithm: { name: lattice }   # halftone list search shows what there is']
  const other = many ? 'genetic' : 'lattice'
  return [
    '# boxes loses least. Its price: labels of one column overlap ([20,29] beside [25,31]), so analysts count by ranges (output.tidy helps).',
    `# Where they need one label per value, take ${other} instead.`,
    `algorithm: { name: boxes }     # boxes | ${other}; halftone list search shows what there is`,
  ]
}
