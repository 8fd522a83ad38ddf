/** Rules about keys that make values coarser (`hierarchy/coarsen.ts`), and about the key `attack`. */
import { isDatabase } from '../engines/open-engine.ts'
import { prose } from '../ground/format.ts'
import { type CoarseningKey, coarseningKeys } from '../hierarchy/coarsen.ts'
import { utilitySquaredError } from '../metrics/utility/squared-error.ts'
import { goalTerms } from '../search/goal.ts'
import type { JobColumn } from '../table/job-schema.ts'
import { boxSearches, columnIn, decidesPerClass, firstColumn, makesBoxes, type Rule, showing } from './rule.ts'

const coarsenedRoles: readonly string[] = ['other', 'sensitive', 'target']

/** Keys that exclude each other on one column: the first is in the way of the others. */
const EXCLUDED: readonly (readonly [CoarseningKey, readonly CoarseningKey[]])[] = [
  ['share', ['round', 'digits', 'top', 'bottom', 'keep']],
  ['keep', ['round', 'digits', 'top', 'bottom']],
  ['round', ['digits']],
]

const findClash = (settings: JobColumn) =>
  EXCLUDED.flatMap(([key, others]) =>
    others.filter((other) => settings[key] !== undefined && settings[other] !== undefined).map((other) => [key, other]),
  )[0]

export const valueRules: readonly Rule[] = [
  {
    says: '`round`, `digits`, `top`, `bottom`, `keep` and `share` are for role `other`, `sensitive` or `target`.',
    when: (facts) =>
      firstColumn(facts, (settings) =>
        coarsenedRoles.includes(settings.role) ? undefined : coarseningKeys(settings)[0],
      ),
    sentence: ({ job }, path) => prose`${path} is for columns that are released as they are, but the role is
      ${job.columns[columnIn(path)].role}; remove it, or change the role`,
  },
  {
    says: '`share`, `keep`, `round` and `digits` exclude each other; `top` and `bottom` go with `round` or `digits`.',
    when: (facts) => firstColumn(facts, (settings) => findClash(settings)?.[1]),
    sentence: ({ job }, path) =>
      `${path} and ${findClash(job.columns[columnIn(path)])?.[0]} exclude each other; remove one of them`,
  },
  {
    says: '`shows: mode` is for quasi-identifiers.',
    when: (facts) =>
      firstColumn(facts, ({ role, shows }) => role !== 'quasi-identifier' && shows === 'mode' && 'shows'),
    sentence: (_, path) => `${path}: mode is for quasi-identifiers; choose mean, median or interval`,
  },
  {
    says: '`shows: mean` and `median` need `type: numeric`; `mode` needs it, an `order` or a `taxonomy`.',
    when: (facts) =>
      showing(facts, ({ shows, type, order, taxonomy }) =>
        type === 'numeric' || (shows === 'mode' && (order ?? taxonomy) !== undefined) ? false : shows !== 'interval',
      ),
    sentence: ({ job }, path) =>
      `column "${columnIn(path)}" shows the ${job.columns[columnIn(path)].shows}, which needs type: numeric`,
  },
  {
    says: '`attack` reads labels as sets of values: `known` names no column with `shows: mean`, `median` or `mode`.',
    when: (facts) =>
      firstColumn(facts, ({ role, shows = 'interval' }, name) =>
        facts.job.attack !== undefined &&
        role === 'quasi-identifier' &&
        shows !== 'interval' &&
        (facts.job.attack.known ?? [name]).includes(name)
          ? 'shows'
          : undefined,
      ),
    sentence: (_, path) => prose`attackers cannot read column "${columnIn(path)}", which shows one value for its class;
      remove attack, list other columns under attack.known, or let it show the interval`,
  },
  {
    says: prose`\`shows: mean\` and \`mode\` need a search whose classes are boxes; \`median\` needs one of these or a
      search over columns.`,
    when: (facts) =>
      showing(facts, ({ shows }) =>
        decidesPerClass(facts)
          ? shows !== 'interval' && (!makesBoxes(facts.search) || facts.items !== undefined)
          : shows === 'mean' || shows === 'mode',
      ),
    sentence: ({ job, search }, path) => {
      const { shows } = job.columns[columnIn(path)]
      return prose`column "${columnIn(path)}" shows the ${shows}, which algorithm ${search.name} does not give; take
        ${boxSearches()}`
    },
  },
  {
    says: '`shows: mean`, `median` and `mode` exclude `endpoints`, `levels` and `history` in a search over classes.',
    when: (facts) =>
      decidesPerClass(facts)
        ? showing(facts, ({ shows, endpoints, levels }) => {
            return shows !== 'interval' && (endpoints ?? levels ?? facts.job.history) !== undefined
          })
        : undefined,
    sentence: ({ job }, path) => prose`column "${columnIn(path)}" shows the ${job.columns[columnIn(path)].shows}, which
      is counted from the values of one release; remove endpoints, levels and history, or let it show the interval`,
  },
  {
    says:
      '`goal: { metric: SSE }` needs a quasi-identifier that shows the mean or median, and a search whose ' +
      'classes are boxes.',
    when: (facts) =>
      goalTerms(facts.job.goal ?? 'general').some(({ metric }) => metric === utilitySquaredError.name) &&
      (!makesBoxes(facts.search) || showing(facts, ({ shows }) => shows === 'mean' || shows === 'median') === undefined)
        ? 'goal'
        : undefined,
    sentence: () => prose`goal SSE is about quasi-identifiers that show a number per class; set shows: mean on a numeric
      one, and take ${boxSearches()}`,
  },
  {
    says: '`history` excludes `share` and quantiles as `top` or `bottom`: two releases would differ by single values.',
    when: (facts) =>
      facts.job.history === undefined
        ? undefined
        : firstColumn(facts, ({ share, top, bottom }) => {
            if (share !== undefined) return 'share'
            return typeof top === 'string' ? 'top' : typeof bottom === 'string' ? 'bottom' : undefined
          }),
    sentence: (_, path) => prose`${path} depends on all values of one release, so two releases with history would tell
      values by difference; take round, or a number as top or bottom`,
  },
]

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
