import { describe, expect, it } from 'vitest'
import { readJob } from '../../../src/plan/job.ts'
import { jobText } from './job-text.ts'

const text = `# Our yearly release.
version: 1
data:
  source: people.csv   # from the register
columns:
  # Years, not days.
  age: { role: quasi-identifier, type: numeric }
  city: { role: quasi-identifier, taxonomy: city.json } # a tree
  name: { role: identifier }
  sex: { role: quasi-identifier, order: [F, M] }
privacy:
  k: 5 # agreed with the board
output: { release: out/release.csv }
`
const job = readJob(text, 'job.yaml')

describe('jobText', () => {
  it('leaves a file as it is where nothing has changed', () => {
    expect(jobText(job, text)).toBe(text.replace('people.csv   #', 'people.csv #'))
  })

  it('changes what differs and keeps comments and order', () => {
    const { name: _, ...columns } = job.columns
    const changed = jobText(
      {
        ...job,
        columns: { ...columns, age: { role: 'quasi-identifier', type: 'numeric', weight: 2 } },
        privacy: { k: 10, 'suppression-limit': 0.05 },
        goal: { metric: 'CM', target: 'income' },
        algorithm: { name: 'genetic', population: 100 },
      },
      text,
    )
    expect(changed).toBe(`# Our yearly release.
version: 1
data:
  source: people.csv # from the register
columns:
  # Years, not days.
  age: { role: quasi-identifier, type: numeric, weight: 2 }
  city: { role: quasi-identifier, taxonomy: city.json } # a tree
  sex: { role: quasi-identifier, order: [F, M] }
privacy:
  k: 10 # agreed with the board
  suppression-limit: 0.05
output: { release: out/release.csv }
goal: { metric: CM, target: income }
algorithm: { name: genetic, population: 100 }
`)
  })

  it('writes a job without a file in the order of the documentation, and reads it back', () => {
    const fresh = jobText({ ...job, seed: 3, algorithm: 'lattice', goal: 'general' })
    expect(fresh).toBe(`version: 1
data:
  source: people.csv
columns:
  age: { role: quasi-identifier, type: numeric }
  city: { role: quasi-identifier, taxonomy: city.json }
  name: { role: identifier }
  sex: { role: quasi-identifier, order: [F, M] }
privacy:
  k: 5
goal: general
algorithm: lattice
seed: 3
output:
  release: out/release.csv
`)
    expect(readJob(fresh, 'job.yaml')).toEqual({ ...job, seed: 3, algorithm: 'lattice', goal: 'general' })
  })

  it('keeps texts that look like something else', () => {
    const odd = { ...job, data: { source: 'people.csv', 'missing-values': ['?', '', 'no', '1e3', 'null', ': #'] } }
    expect(readJob(jobText(odd), 'job.yaml')).toEqual(odd)
    expect(readJob(jobText(odd, text), 'job.yaml')).toEqual(odd)
  })

  it('starts afresh where the file is no YAML', () => {
    expect(jobText(job, 'version: [')).toBe(jobText(job))
  })
})
