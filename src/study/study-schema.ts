/** The study file's schema. Add keys, do not rename them. `docs/study.schema.json` is generated from this. */
import * as z from 'zod'
import { byName } from '../table/by-name.ts'

const text = z.string().min(1)

const axis = z.union([
  z.array(z.unknown()).min(1),
  byName(byName(z.unknown(), text), text).describe('settings by dotted key; null takes a key out of the job'),
])

export const studySchema = z.strictObject({
  version: z.literal(1),
  title: text.optional().describe('for the report; the name of the file when absent'),
  job: z.union([text, z.array(text).min(1)]).describe('a job file, or several: one for each data set'),
  grid: byName(axis, text)
    .optional()
    .describe(
      'what varies: values of a dotted key into the job (privacy.k: [5, 10]), or several keys at once, by name ' +
        '(weights: { even: {}, age: { columns.age.weight: 5 } })',
    ),
  map: z
    .strictObject({
      risk: text.optional().describe('the risk of the map; by default 1/smallest class or support'),
      utility: text.optional().describe('the utility of the map; by default 1/ARE for baskets, 1 − LM for tables'),
      ceiling: z.number().gt(0).max(1).optional().describe('the highest risk that is accepted; default 0.2'),
      knee: z
        .enum(['angle', 'zhao'])
        .optional()
        .describe(
          'how the knee is found: by the angle on the map (default), or by the literal method of Zhao et al. 2008',
        ),
    })
    .optional(),
  evaluate: z
    .strictObject({
      learners: z.array(text).min(1).describe('classifiers that learn from each release'),
      folds: z
        .union([z.number().int().min(2), z.literal('5x2')])
        .optional()
        .describe('parts of the cross-validation, or 5x2; default 5'),
      seed: z.number().int().min(0).optional().describe('chance of the folds; that of the job when absent'),
    })
    .optional(),
  releases: z.enum(['keep', 'discard']).optional().describe('whether the release of each run is kept; default discard'),
  fronts: z.boolean().optional().describe('a row for each point of the front of a search that leaves one'),
  output: z.strictObject({ folder: text }),
})

export type Study = z.output<typeof studySchema>

export function studyJsonSchema(): string {
  const schema = z.toJSONSchema(studySchema, { io: 'input' })
  return `${JSON.stringify({ ...schema, title: 'Halftone study file' }, null, 2)}\n`
}
