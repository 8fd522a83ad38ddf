/** A plan whose recoding is taken from the trail of an earlier run instead of being searched for. */
import { basename, resolve } from 'node:path'
import { UserError } from '../../errors.ts'
import type { TablePlan } from '../../plan.ts'
import { searchFromTrail } from '../../search/bottom-up/from-trail.ts'
import { readTrailFile, type TrailDocument } from '../../search/bottom-up/trail-file.ts'

/** The same job with the trail's answer for its k. The trail itself is not written again. */
export function planFromTrail(plan: TablePlan, file: string): TablePlan {
  const document = readTrailFile(file)
  const name = basename(file)
  refuseOtherSets(plan, document, name)
  const { sample: _sample, ...rest } = plan
  const { trail: _trail, recodingTable: _table, ...output } = plan.output
  return {
    ...rest,
    search: searchFromTrail(document, name),
    options: { trail: name, search: document.search, ...document.options },
    output,
    fromTrail: resolve(file),
  }
}

/** Sets of columns with a k of their own hold along a trail that was made with them, and along no other. */
function refuseOtherSets({ options }: TablePlan, document: TrailDocument, name: string): void {
  const asked = options['quasi-identifier-sets']
  if (asked === undefined || JSON.stringify(asked) === JSON.stringify(document.options['quasi-identifier-sets'])) return
  throw new UserError(
    `${name} was made with other quasi-identifier-sets than the job asks for; search anew without the trail`,
    { path: name, rule: 'file' },
  )
}
