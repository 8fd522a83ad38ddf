/**
 * Requests to a real PostgreSQL and a real Spark, whose addresses are in HALFTONE_TEST_POSTGRES and HALFTONE_TEST_SPARK
 * (`test/engines/start-postgres.sh` and `start-spark.sh` start them and print the address); not seen without them.
 */
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { postgresLibrary } from '../../../src/engines/postgres/postgres-engine.ts'
import { postgresAddress } from '../../engines/postgres.ts'
import { slowPeople, sparkAddress } from '../../engines/spark.ts'
import { type Ended, ended, halftone, plain, read, type Scenarios, type Sighting } from '../scenario.ts'

const columns = {
  id: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  sex: { role: 'quasi-identifier', order: ['F', 'M'] },
  hours: { role: 'other' },
}
const people = Array.from({ length: 60 }, (_, n) => [n, 20 + ((n * 7) % 30), 'FM'[n % 2], (n * 37) % 120])
const peopleFile = `id,age,sex,hours\n${people.map((row) => `${row.join()}\n`).join('')}`

/** Loads the people into PostgreSQL, then looks. */
const inPostgres =
  (look: (folder: string) => Promise<Sighting>) =>
  async (folder: string): Promise<Sighting> => {
    if (postgresAddress === '') throw new Error('no PostgreSQL in HALFTONE_TEST_POSTGRES')
    const { pg } = await postgresLibrary()
    const client = new pg.Client({ connectionString: postgresAddress })
    await client.connect()
    const values = people.map(([id, age, sex, hours]) => `(${id}, ${age}, '${sex}', ${hours}, 'Planted Person ${id}')`)
    await client.query(
      `DROP TABLE IF EXISTS old_people, old_released; CREATE TABLE old_people (id int PRIMARY KEY, age int, sex text, hours int, who text);
      INSERT INTO old_people VALUES ${values.join()}`,
    )
    try {
      return await look(folder)
    } finally {
      await client.query('DROP TABLE IF EXISTS old_people, old_released')
      await client.end()
    }
  }

const inSpark =
  (look: (folder: string) => Promise<Sighting>) =>
  async (folder: string): Promise<Sighting> => {
    if (sparkAddress === '') throw new Error('no Spark in HALFTONE_TEST_SPARK')
    return look(folder)
  }

const query = 'SELECT id, age, sex, hours FROM old_people'
const postgresJob = (data: object, more: object = {}) =>
  plain(columns, { data: { source: postgresAddress, ...data }, algorithm: 'lattice', ...more })

/** Runs a job that the user got wrong: nothing there is our fault. */
const blamesUser = inPostgres(async (folder) => {
  const { code, text } = await halftone(folder, ['run', 'job.yaml'])
  const isFault = /HT900|our fault/.test(text)
  return { isFault, seen: `exit ${code}${isFault ? ', our fault' : ''}` }
})

/** Whether the command prints an address with one slash only. */
function slashes(result: Ended, scheme: string): Sighting {
  if (result.code !== 0) throw new Error(ended(result))
  const isFault = new RegExp(`\\b${scheme}:/[^/]`).test(result.text)
  return { isFault, seen: `${ended(result)}; ${isFault ? `prints ${scheme}:/…` : 'prints the whole address'}` }
}

/** A relay to a server that keeps what is asked and answered. Without it, as without the server, nobody answers. */
async function relay(server: string) {
  const { hostname, port, protocol } = new URL(server)
  const said: Record<'asked' | 'answered', Buffer[]> = { asked: [], answered: [] }
  const sockets: Socket[] = []
  const listener = createServer((client) => {
    const there = connect(Number(port), hostname)
    sockets.push(client, there)
    for (const socket of [client, there]) socket.on('error', () => client.destroy())
    client.on('data', (chunk) => said.asked.push(chunk))
    there.on('data', (chunk) => said.answered.push(chunk))
    client.pipe(there).pipe(client)
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port: here } = listener.address() as { port: number }
  return {
    address: server.replace(`${protocol}//`, '//').replace(`:${port}`, `:${here}`).replace(/^/, protocol),
    text: (way: keyof typeof said) => Buffer.concat(said[way]).toString('latin1'),
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Its first statements load classes. */
const SPARK_SECONDS = 400

export const scenarios: Scenarios = {
  'databases: a kept integer of PostgreSQL': [
    {
      'people.csv': peopleFile,
      'job.yaml': postgresJob({ query, key: ['id'] }),
      'file.yaml': plain(columns, { algorithm: 'lattice', output: { release: 'file/release.csv' } }),
    },
    inPostgres(async (folder) => {
      const there = await halftone(folder, ['run', 'job.yaml'])
      const here = await halftone(folder, ['run', 'file.yaml'])
      const [one, other] = [read(folder, 'out/release.csv'), read(folder, 'file/release.csv')]
      const sorted = (text: string) => text.split('\n').sort().join('\n')
      const rows = sorted(one) === sorted(other) ? 'the same rows' : 'other rows'
      return {
        isFault: one !== other,
        seen: `${ended(there)}, ${ended(here)}; ${rows}, ${one === other ? 'the same' : 'other'} bytes`,
      }
    }),
  ],
  'databases: a table public.quo"te': [{ 'job.yaml': postgresJob({ table: 'public.quo"te' }) }, blamesUser],
  'databases: a query that deletes': [
    {
      'job.yaml': postgresJob({ query: 'WITH gone AS (DELETE FROM old_people RETURNING *) SELECT * FROM gone' }),
    },
    blamesUser,
  ],
  'databases: init asks for every name': [
    {},
    inPostgres(async (folder) => {
      const { address, text, close } = await relay(postgresAddress)
      try {
        const result = await halftone(folder, ['init', address, '--table', 'old_people', '--output', 'new.yaml'])
        if (result.code !== 0) throw new Error(ended(result))
        const names = new Set(text('answered').match(/Planted Person \d+/g)).size
        return { isFault: names > 0, seen: `${ended(result)}; ${names} of 60 names travelled` }
      } finally {
        close()
      }
    }),
  ],
  'databases: init without a table': [
    {},
    inPostgres(async (folder) => {
      const result = await halftone(folder, ['init', postgresAddress])
      const [option, lists] = [result.text.includes('--table'), result.text.includes('public.old_people')]
      return {
        isFault: !option || !lists,
        seen: `${ended(result)}; names --table: ${option}; lists the tables: ${lists}`,
      }
    }),
  ],
  'databases: the terminal, PostgreSQL': [
    { 'job.yaml': postgresJob({ query, key: ['id'] }, { output: { table: 'public.old_released' } }) },
    inPostgres(async (folder) => slashes(await halftone(folder, ['run', 'job.yaml']), 'postgres')),
  ],
  'databases: the terminal, Spark': [
    {
      'job.yaml': plain(
        { ...columns, sex: undefined, hours: undefined },
        {
          data: { source: sparkAddress, query: 'SELECT id, 20 + id % 9 AS age FROM range(60)', key: ['id'] },
          algorithm: 'lattice',
          output: { table: 'old_released' },
        },
      ),
    },
    inSpark(async (folder) => slashes(await halftone(folder, ['run', 'job.yaml', '--force'], '', SPARK_SECONDS), 'sc')),
  ],
  'databases: Spark gone while it counts': [
    {},
    inSpark(async (folder) => {
      const { address, text, close } = await relay(sparkAddress)
      const job = plain(
        { id: { role: 'identifier' }, age: { role: 'quasi-identifier', type: 'numeric' } },
        {
          data: { source: address, query: slowPeople(400_000), key: ['id'], unlisted: 'drop' },
          algorithm: 'lattice',
          output: { table: 'old_released' },
        },
      )
      writeFileSync(join(folder, 'job.yaml'), job)
      const running = halftone(folder, ['run', 'job.yaml', '--force'], '', SPARK_SECONDS)
      // Once the place of the release is known, rows are counted.
      for (let waited = 0; waited < SPARK_SECONDS && !text('asked').includes('EXPLAIN EXTENDED'); waited++)
        await new Promise((done) => setTimeout(done, 1000))
      await new Promise((done) => setTimeout(done, 2000))
      close()
      const result = await running
      const [drop, cause] = [/drop it/.test(result.text), result.text.includes('Spark does not answer')]
      return {
        isFault: drop || !cause,
        seen: `exit ${result.code}; ${drop ? 'asks to drop a table that was never made' : 'no table to drop'}; ${cause ? 'says why' : 'hides why'}`,
      }
    }),
  ],
}
