import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLocalEngine } from '../engines/open-engine.ts'
import type { Sql } from '../sql/dialect.ts'
import { writeTypedResults } from './write-typed-results.ts'

it(
  'writeTypedResults(results, times, target) joins by run, keeps the order, and tells names apart that differ ' +
    'in capitals only',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halftone-parquet-'))
    const engine = await openLocalEngine({ threads: 1 })
    try {
      const results = join(folder, 'results.csv')
      const times = join(folder, 'times.csv')
      writeFileSync(
        results,
        'run,point,setting a,setting A,k,utility LM,optimal\n2,,x,5,3,0.5,true\n1,,"a ""b"", ' +
          'c",7,2,NaN,\n1,2,y,7,2,,\n1,10,y,7,2,1,\n',
      )
      writeFileSync(times, 'run,seconds total,memory\n1,0.5,1000\n2,1.5,2000\n')
      await writeTypedResults(
        { file: results, columns: ['run', 'point', 'setting a', 'setting A', 'k', 'utility LM', 'optimal'] },
        { file: times, columns: ['run', 'seconds total', 'memory'] },
        join(folder, 'results.parquet'),
      )
      const read = await engine.query(`SELECT * FROM read_parquet('${join(folder, 'results.parquet')}')` as Sql)
      expect(read.texts('run')).toEqual(['1', '1', '1', '2'])
      expect([...read.numbers('point')]).toEqual([Number.NaN, 2, 10, Number.NaN])
      expect(read.texts('setting a')).toEqual(['a "b", c', 'y', 'y', 'x'])
      expect(read.texts('setting A (2)')).toEqual(['7', '7', '7', '5'])
      expect([...read.numbers('utility LM')]).toEqual([Number.NaN, Number.NaN, 1, 0.5])
      expect([...read.numbers('seconds total')]).toEqual([0.5, Number.NaN, Number.NaN, 1.5])
    } finally {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
