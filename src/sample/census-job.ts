/** The job file that comes with the sample census: a worked example of the format, ready to run. */
import type { CensusRequest } from './census.ts'

export function censusJob({ rows, seed, missing = 0 }: CensusRequest): string {
  const missingRule =
    missing > 0
      ? `  missing: category           # a missing value is a category of its own; or drop the row, or fail
  missing-values: ["?", ""]`
      : '  missing: fail               # this sample has no missing values; drop and category are the other choices'
  return `# Anonymizes a made-up census of ${rows} people (seed ${seed}).
#   halftone run job.yaml
# Paths are relative to this file.
version: 1

data:
  source: census.csv
${missingRule}

columns:
  # These name a person. They are read and never released.
  name:           { role: identifier }
  number:         { role: identifier }
  # Together with other columns these two point to a single person, and age says nearly as much for most uses.
  # The simple choice is not to release them. To release them coarsened, write instead
  #   birth-date: { role: quasi-identifier, type: date }      # day, month, quarter, year, decade
  #   postcode:   { role: quasi-identifier, type: prefix }    # fewer and fewer leading digits
  # and take age out: it would give away the year of birth.
  birth-date:     { role: identifier }
  postcode:       { role: identifier }

  # What a neighbour, a colleague or another file may know of somebody. These are made coarser.
  age:            { role: quasi-identifier, type: numeric }
  sex:            { role: quasi-identifier, taxonomy: taxonomies/sex.json }
  race:           { role: quasi-identifier, taxonomy: taxonomies/race.json }
  marital-status: { role: quasi-identifier, taxonomy: taxonomies/marital-status.json }
  education:      { role: quasi-identifier, taxonomy: taxonomies/education.json }
  workclass:      { role: quasi-identifier, taxonomy: taxonomies/workclass.json }
  occupation:     { role: quasi-identifier, taxonomy: taxonomies/occupation.json }
  country:        { role: quasi-identifier, taxonomy: taxonomies/country.json }

  # Released as it is: few know how many hours somebody works. If you doubt it, make it a quasi-identifier of type numeric.
  hours:          { role: other }
  # What the data is for: goal classification keeps this predictable.
  income:         { role: target }

privacy:
  k: 10                       # nobody can be distinguished from at least nine others
  suppression-limit: 0.05     # at most 5 % of the rows may be masked altogether

goal: general                 # or classification, then income matters
algorithm: { name: lattice }
seed: 1

output:
  release: out/release.csv
  report: out/report.html
`
}
