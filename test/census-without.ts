/** The sample census without a column, as CSV: `hours` singles people out together with the recoded columns. */
import { sampleCensus } from '../src/sample/census.ts'

export function censusWithout(column: string, options: Parameters<typeof sampleCensus>[0]): string {
  const lines = [...sampleCensus(options)].join('').split('\n')
  const place = lines[0].split(',').indexOf(column)
  return lines.map((line) => line.split(',').toSpliced(place, 1).join(',')).join('\n')
}
