/** The job file that comes with the sample baskets. */
import type { BasketsRequest } from './baskets.ts'

export function basketsJob({ transactions, items, seed, style = 'shop' }: BasketsRequest): string {
  const what = style === 'shop' ? 'baskets' : 'visits'
  const item = style === 'shop' ? 'items' : 'diagnosis codes'
  return `# Anonymizes ${transactions} made-up ${what} of ${items} ${item} (seed ${seed}).
#   halftone run job.yaml
# Paths are relative to this file.
version: 1

data:
  source: baskets.txt
  format: transactions        # a line per person, ${item} separated by blanks

columns:
  items: { role: items, taxonomy: items.json, separator: " " }

privacy:
  km: { k: 5, m: 2 }          # whoever knows two ${item} of somebody finds at least five people who have them

algorithm: { name: apriori }  # or pcta, coat
seed: 1

output:
  release: out/release.txt
  report: out/report.html
`
}
