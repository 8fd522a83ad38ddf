/** What every engine promises: the same answers in the same arrays, dictionaries of any size, interrupts. One call per engine's test. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engines/engine.ts'
import { CancelledError, InternalError } from '../../src/ground/errors.ts'
import { join, type Sql, sql } from '../../src/sql/dialect.ts'

export interface EngineUnderTest {
  readonly open: () => Promise<Engine>
  /** A FROM item with one column `n`: the whole numbers from 0 to below `size`. */
  readonly numbers: (size: number) => Sql
  /** A statement that would run for minutes. */
  readonly endless: Sql
  /** Texts may hold NUL bytes; true unless said otherwise. */
  readonly nulBytes?: boolean
}

export function enginePromises(name: string, { open, numbers, endless, nulBytes = true }: EngineUnderTest): void {
  describe(`${name} keeps the promises of an engine`, () => {
    let engine: Engine
    beforeAll(async () => {
      engine = await open()
    })
    afterAll(() => engine.close())

    /** Texts as a FROM item with columns `place` and `value`. */
    const rowsOf = (values: readonly (string | null)[]): Sql => {
      const rows = values.map(
        (value, place) => sql`SELECT ${place} AS place, ${engine.dialect.literal(value)} AS value`,
      )
      return sql`(${join(rows, ' UNION ALL ')}) AS listed`
    }

    it('query: whole numbers as Int32Array with -1 for NULL, others as Float64Array with NaN, the rest as texts with null', async () => {
      const { dialect } = engine
      const odd = (value: Sql): Sql => sql`CASE WHEN n = 1 THEN NULL ELSE ${value} END`
      const result = await engine.query(
        sql`SELECT ${dialect.integer(odd(sql`n - 3`))} AS i, ${dialect.wholeNumber(odd(sql`n * 4503599627370496`))} AS w, ${dialect.number(odd(dialect.text(sql`n`)))} AS d, ${dialect.text(odd(sql`n`))} AS t FROM ${numbers(3)} ORDER BY n`,
      )
      expect(result.rows).toBe(3)
      expect(result.integers('i')).toEqual(Int32Array.of(-3, -1, -1))
      expect(result.numbers('w')).toEqual(Float64Array.of(0, Number.NaN, 2 ** 53))
      expect(result.numbers('d')).toEqual(Float64Array.of(0, Number.NaN, 2))
      expect(result.texts('t')).toEqual(['0', null, '2'])
      expect(() => result.integers('w')).toThrow(InternalError)
      expect(() => result.texts('nothing')).toThrow(InternalError)
    })

    it('query: answers larger than one chunk keep their order; empty ones have no rows', async () => {
      const { dialect } = engine
      const result = await engine.query(sql`SELECT ${dialect.integer(sql`n`)} AS n FROM ${numbers(10_000)} ORDER BY n`)
      expect(result.integers('n')).toEqual(Int32Array.from({ length: 10_000 }, (_, n) => n))
      const none = await engine.query(sql`SELECT ${dialect.integer(sql`n`)} AS n FROM ${numbers(10)} WHERE n < 0`)
      expect([none.rows, none.integers('n').length]).toEqual([0, 0])
    })

    it('statements started together run one after the other', async () => {
      const { dialect } = engine
      const answers = await Promise.all(
        [5000, 3, 4000].map((size) => engine.query(sql`SELECT ${dialect.integer(sql`n`)} AS n FROM ${numbers(size)}`)),
      )
      expect(answers.map((answer) => answer.rows)).toEqual([5000, 3, 4000])
    })

    it.each([0, 1, 300, 70_000])(
      'uploadDictionary: %i texts; position gives their places, contains tells',
      async (size) => {
        const { dialect } = engine
        const texts = Array.from({ length: size }, (_, i) => `t${(i * 7919) % 1_000_003}`)
        await engine.uploadDictionary('own words', texts)
        const places = size === 0 ? [] : [0, size >> 1, size - 1]
        const asked = [...places.map((place) => texts[place]), 'not there', null]
        const from = rowsOf(asked)
        const position = dialect.position(from, sql`value`, 'own words')
        const contains = dialect.contains(position.from, sql`value`, 'own words')
        const found = await engine.query(
          sql`SELECT ${position.expression} AS at, ${dialect.text(sql`CASE WHEN ${contains.expression} THEN 'yes' ELSE 'no' END`)} AS known FROM ${contains.from} ORDER BY place`,
        )
        expect([...found.integers('at')]).toEqual([...places, -1, -1])
        expect(found.texts('known')).toEqual([...places.map(() => 'yes'), 'no', 'no'])
      },
    )

    it('uploadDictionary: replaces the one before; any text may be in it', async () => {
      const { dialect } = engine
      await engine.uploadDictionary('own words', ['old'])
      const odd = nulBytes ? 'nul\0byte' : 'no byte'
      const texts = ["it's", '"q"', 'a\nb', odd, '', '日本 🙂', "'); DROP TABLE x; --", ' blank ']
      await engine.uploadDictionary('own words', texts)
      const position = dialect.position(rowsOf([...texts, 'old']), sql`value`, 'own words')
      const found = await engine.query(sql`SELECT ${position.expression} AS at FROM ${position.from} ORDER BY place`)
      expect([...found.integers('at')]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, -1])
    })

    it('position and contains keep the order of rows, if the dialect says so', async () => {
      const { dialect } = engine
      if (!dialect.keepsOrder) return
      await engine.uploadDictionary(
        'numbers',
        Array.from({ length: 1000 }, (_, i) => String(999 - i)),
      )
      const place = dialect.position(numbers(20_000), dialect.text(sql`n % 1000`), 'numbers')
      const found = await engine.query(sql`SELECT ${place.expression} AS at FROM ${place.from}`)
      expect(found.integers('at')).toEqual(Int32Array.from({ length: 20_000 }, (_, n) => 999 - (n % 1000)))
    })

    it('literals come back as they were', async () => {
      const { dialect } = engine
      const texts = ["'", "''", '\\', ...(nulBytes ? ['\0', 'a\0b\0'] : []), 'ümlaut', '\u{1F600}', '%_', '\t\r\n', '']
      const columns = texts.map((text, i) => sql`${dialect.literal(text)} AS ${dialect.identifier(`c"${i}`)}`)
      const result = await engine.query(sql`SELECT ${join(columns)}`)
      expect(texts.map((_, i) => result.texts(`c"${i}`)[0])).toEqual(texts)
      const figures = [0, -1, 0.1, 1e300, -2.5e-7, 2 ** 53, 1e21]
      const doubles = figures.map(
        (value, i) => sql`${dialect.number(dialect.text(dialect.literal(value)))} AS ${dialect.identifier(`d${i}`)}`,
      )
      const answers = await engine.query(sql`SELECT ${join(doubles)}`)
      expect(figures.map((_, i) => answers.numbers(`d${i}`)[0])).toEqual(figures)
      expect(() => dialect.literal(Number.NaN)).toThrow(RangeError)
    })

    it('number reads what a number is, and nothing else', async () => {
      const texts = [
        '7',
        ' 07 ',
        '-1.5e3',
        '.5',
        '5.',
        '+2',
        'nan',
        'inf',
        '-Infinity',
        '1_000',
        '0x1F',
        '1,5',
        '1e400',
        '',
        'x',
        null,
      ]
      const result = await engine.query(
        sql`SELECT ${engine.dialect.number(sql`value`)} AS v FROM ${rowsOf(texts)} ORDER BY place`,
      )
      const nothing = Number.NaN
      expect([...result.numbers('v')]).toEqual([7, 7, -1500, 0.5, 5, 2, ...new Array(10).fill(nothing)])
    })

    it('choose gives the n-th text', async () => {
      const texts = ['a,b', "it's", '"q"']
      const result = await engine.query(
        sql`SELECT ${engine.dialect.choose(sql`n`, texts)} AS t FROM ${numbers(3)} ORDER BY n`,
      )
      expect(result.texts('t')).toEqual(texts)
    })

    it('ordered sorts by bytes', async () => {
      const texts = ['b', 'B', 'a', 'ä', '', '10', '9', '\u{1F600}', '\uFFFD']
      const result = await engine.query(
        sql`SELECT value FROM ${rowsOf(texts)} ORDER BY ${engine.dialect.ordered(sql`value`)}`,
      )
      const byBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      expect(result.texts('value')).toEqual(byBytes)
    })

    it('createTable and dropTable', async () => {
      const { dialect } = engine
      const name = 'own "table"'
      await engine.execute(dialect.createTable(name, sql`SELECT n FROM ${numbers(5)}`))
      await engine.execute(dialect.createTable(name, sql`SELECT n FROM ${numbers(7)}`))
      const count = sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.identifier(name)}`
      expect((await engine.query(count)).numbers('n')[0]).toBe(7)
      await engine.execute(dialect.dropTable(name))
      await engine.execute(dialect.dropTable(name))
      await expect(engine.query(count)).rejects.toThrow()
    })

    it('export writes the rows of a SELECT in its order, with quotes where they are needed', async () => {
      const { dialect } = engine
      const folder = mkdtempSync(joinPath(tmpdir(), 'halftone-promise-'))
      try {
        const file = joinPath(folder, 'own.csv')
        const texts = ['b', 'a,b', 'a "quote"', '', null, 'two\nlines', ' blank ', 'ä']
        const named = sql`SELECT place AS ${dialect.identifier('a "place"')}, value AS ${dialect.identifier('value')}`
        const select = sql`${named} FROM ${rowsOf(texts)} ORDER BY place DESC`
        await engine.export(select, { file, format: 'csv', delimiter: ',', compression: 'none' })
        expect(readFileSync(file, 'utf8')).toBe(
          '"a ""place""",value\n7,ä\n6, blank \n5,"two\nlines"\n4,\n3,""\n2,"a ""quote"""\n1,"a,b"\n0,b\n',
        )
        // Whatever else there is: as the local engine writes it.
        const odd = [
          '#x',
          'a#b',
          '"#\n#"',
          '\\.',
          '\\N',
          'NULL',
          'a\rb',
          '"',
          ';',
          "'",
          '\t',
          'a;b',
          '\u00a0',
          '\u2028',
        ]
        const rows = sql`SELECT value AS ${dialect.identifier('v#;')}, place FROM ${rowsOf(odd)} ORDER BY place`
        await engine.export(rows, { file, format: 'csv', delimiter: ';', compression: 'none' })
        expect(readFileSync(file, 'utf8')).toBe(
          `"v#;";place\n"#x";0\n"a#b";1\n"""#\n#""";2\n\\.;3\n\\N;4\nNULL;5\n"a\rb";6\n"""";7\n";";8\n';9\n\t;10\n"a;b";11\n\u00a0;12\n\u2028;13\n`,
        )
        await engine.export(select, { file: `${file}.gz`, format: 'csv', delimiter: '\t', compression: 'gzip' })
        const zipped = gunzipSync(readFileSync(`${file}.gz`)).toString()
        expect(zipped.split('\n').slice(-3)).toEqual(['1\ta,b', '0\tb', ''])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

    it('a signal interrupts a statement at once, and the engine goes on working', async () => {
      for (const delay of [0, 1, 30]) {
        const abort = new AbortController()
        const running = engine.query(endless, { signal: abort.signal })
        setTimeout(() => abort.abort(), delay)
        await expect(running).rejects.toThrow(CancelledError)
      }
      await expect(engine.execute(endless, { signal: AbortSignal.abort() })).rejects.toThrow(CancelledError)
      expect((await engine.query(sql`SELECT n FROM ${numbers(2)}`)).rows).toBe(2)
    })

    it('close: once or twice, after what still runs; then nothing runs any more', async () => {
      const own = await open()
      const last = own.query(sql`SELECT n FROM ${numbers(1000)}`)
      await own.close()
      await own.close()
      expect((await last).rows).toBe(1000)
      await expect(own.query(sql`SELECT 1 AS x`)).rejects.toThrow(InternalError)
    })
  })
}
