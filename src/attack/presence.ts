/**
 * Presence: tests whether the target is in the data. The attacker says yes if a released class covers the target.
 * Members are always covered unless their rows were dropped; the result is how much less often outsiders are.
 */
import type { Attacker } from './attack.ts'
import type { Combinations } from './lab.ts'

export const presence: Attacker = {
  name: 'presence',
  wants: 'whether the target is in the data',
  attempt(lab) {
    const { control } = lab
    if (control === undefined) return 'needs a control group, people who are not in the data'
    const score = (people: Combinations) => (person: number) =>
      lab.covering(people, person).some((c) => lab.classes.masked[c] === 0) ? 1 : 0
    return [
      {
        form: 'covered by a shown class',
        members: Array.from(lab.targets, score(lab.original)),
        control: Array.from(lab.controls, score(control)),
        naive: Array.from(lab.targets, () => 0.5),
        measure: 'advantage',
      },
    ]
  },
}
