/** Rules about the key `attack`. */
import { isDatabase } from '../engines/open-engine.ts'
import type { Rule } from './rule.ts'

export const attackRules: readonly Rule[] = [
  {
    says: '`attack.control` excludes `attack.share`.',
    when: ({ job: { attack } }) =>
      attack?.control !== undefined && attack.share !== undefined ? 'attack.share' : undefined,
    sentence: () => 'attack.control and attack.share both name the control group; keep one of them',
  },
  {
    says: '`attack` needs `output.release`; `attack.share` needs files, and excludes `history`.',
    when: ({ job: { attack, data, history, output } }) => {
      if (attack !== undefined && output.release === undefined) return 'attack'
      return attack?.share !== undefined && (history !== undefined || isDatabase(data.source))
        ? 'attack.share'
        : undefined
    },
    sentence: ({ job: { history } }, path) =>
      path === 'attack'
        ? 'attack reads a release that is a file; name output.release, or use halftone attack afterwards'
        : 'attack.share sets rows aside before the search, which does not go with ' +
          `${history === undefined ? 'data of a database' : 'history'}; give attack.control, a file of people ` +
          'who are not in the data',
  },
  {
    says: '`attack.known` and `attack.secret` name columns of the job, each in one of them.',
    when: ({ job: { attack, columns } }) => {
      const wrong = (['known', 'secret'] as const).find((key) =>
        attack?.[key]?.some(
          (name) => columns[name] === undefined || (key === 'secret' && attack.known?.includes(name)),
        ),
      )
      return wrong && `attack.${wrong}`
    },
    sentence: (_, path) => `${path} names a column that the job does not name, or one that is known and secret at once`,
  },
]
