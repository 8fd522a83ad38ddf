/** The job file that comes with the sample visits: COAT for the single-visit case of Loukides et al. 2011. */
import type { VisitsRequest } from './visits.ts'

export function visitsJob({ patients, codes, seed }: VisitsRequest): string {
  return `# Anonymizes the diagnosis codes of ${patients} made-up patients (${codes} codes to choose from, seed ${seed}).
#   halftone run job.yaml
# Paths are relative to this file. visits.csv has the visits themselves (person, visit, code); the job does not read it.
version: 1

data:
  source: patients.txt
  format: transactions        # a line per patient: the codes of all visits

columns:
  codes: { role: items, taxonomy: codes.json, separator: " " }

privacy:
  constraints: policy.txt     # whoever knows the codes of one visit of somebody, or some of them,
  k: 5                        # finds at least five patients who have them, or none
  suppression-limit: 1        # codes that cannot be hidden among others are left out; at most this share of them

utility:
  constraints: groups.txt     # codes of the same three characters may be published as one; { depth: 1 } allows
                              # those of a chapter, and without this key any codes: coarser, and fewer left out

algorithm: { name: coat }     # or pcta
seed: 1

output:
  release: out/release.txt
  report: out/report.html
`
}
