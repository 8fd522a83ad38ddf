/**
 * Who may talk to the studio and what it may touch, by plain requests: no token, other hosts and sites, paths out of the folder in
 * every route that takes one, uploads that are too large. What is refused leaves no file behind.
 */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Studio, startStudio } from '../../studio/server/start.ts'
import { halftoneCommand } from '../command.ts'
import { listing, peopleColumns, peopleFiles, writeFiles } from '../end-to-end/workshop.ts'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Asked {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

const root = mkdtempSync(join(tmpdir(), 'halftone-security-'))
const folder = join(root, 'inside')
const outside = join(root, 'outside')
const LARGEST = 10_000
let studio: Studio
let url: URL
let token: string

beforeAll(async () => {
  mkdirSync(folder)
  mkdirSync(outside)
  const lists = {
    'baskets.txt': 'tea milk\ntea milk\n',
    'policy.txt': 'tea\n',
    'groups.txt': 'tea\n',
    'queries.txt': 'tea\n',
  }
  writeFiles(folder, { ...peopleFiles, 'baskets.txt': lists['baskets.txt'] })
  writeFiles(outside, {
    ...peopleFiles,
    ...lists,
    'study.yaml': 'version: 1\njob: job.yaml\ngrid: { privacy.k: [2] }\noutput: { folder: s }\n',
  })
  symlinkSync(outside, join(folder, 'way-out'))
  symlinkSync(join(outside, 'people.csv'), join(folder, 'link.csv'))
  symlinkSync(join(outside, 'job.yaml'), join(folder, 'link.yaml'))
  studio = await startStudio({ folder, threads: 1, largestUpload: LARGEST })
  url = new URL(studio.url)
  token = url.searchParams.get('token') as string
})
afterAll(async () => {
  await studio?.close()
  rmSync(root, { recursive: true, force: true })
})

/** A request as it is: paths are not tidied, the host can be any. */
function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: url.port, path, method, headers: { host: url.host, ...headers }, setHost: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode as number,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const api = (path: string, asked?: Asked) => ask(`/${token}/api/${path}`, asked)
const post = (path: string, body: unknown, headers: OutgoingHttpHeaders = {}) =>
  api(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

const everything = (): string[] => [...listing(folder), ...listing(outside)]

/** Refused with a sentence, and nothing was written anywhere. */
async function expectRefused(what: string, work: () => Promise<Answer>, status?: number): Promise<Answer> {
  const before = everything()
  const answer = await work()
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400)
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  if (status !== undefined) expect(answer.status, what).toBe(status)
  expect(JSON.parse(answer.text), what).toMatchObject({ error: expect.any(String), kind: expect.any(String) })
  expect(answer.text, what).not.toContain('root:')
  expect(everything(), what).toEqual(before)
  return answer
}

describe('who may talk to the studio', () => {
  it('nobody without the token, wherever it is missing or wrong', async () => {
    const wrong = token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
    const paths = [
      '/',
      '/index.html',
      '/api/studio',
      '//api/studio',
      `/${wrong}/`,
      `/${wrong}/api/studio`,
      `/${token.slice(0, -1)}/api/studio`,
      `/${token}x/api/studio`,
      `/?token=${wrong}`,
      '/?token=',
      '/x/api/records',
    ]
    for (const path of paths) await expectRefused(path, () => ask(path), 403)
    await expectRefused('POST without token', () => ask('/api/run', { method: 'POST', body: '{}' }), 403)
    await expectRefused('wrong header', () => ask('/x/api/studio', { headers: { 'x-halftone-token': wrong } }), 403)
  })

  it('anyone who has it, by address or header', async () => {
    expect((await ask(`${url.pathname}${url.search}`)).headers.location).toBe(`/${token}/`)
    expect((await ask(`/${token}/`)).status).toBe(200)
    expect((await ask('/x/api/studio', { headers: { 'x-halftone-token': token } })).status).toBe(200)
  })

  it('not by another host name, so that no name can be bound to this address', async () => {
    for (const host of [
      'example.com',
      `example.com:${url.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `127.0.0.1.evil.com:${url.port}`,
      `[::1]:${url.port}`,
    ])
      await expectRefused(`Host: ${host}`, () => api('studio', { headers: { host } }), 403)
    expect((await api('studio', { headers: { host: `localhost:${url.port}` } })).status).toBe(200)
  })

  it('not from another site, whatever says so', async () => {
    const origins = [
      'http://example.com',
      `https://127.0.0.1:${url.port}`,
      'http://127.0.0.1:1',
      `http://127.0.0.1:${url.port}.evil.com`,
      'null',
      'file://',
    ]
    for (const origin of origins) {
      await expectRefused(`Origin: ${origin}`, () => api('studio', { headers: { origin } }), 403)
      await expectRefused(`POST, Origin: ${origin}`, () => post('job/open', { path: 'job.yaml' }, { origin }), 403)
    }
    for (const site of ['cross-site', 'same-site'])
      await expectRefused(`Sec-Fetch-Site: ${site}`, () => api('studio', { headers: { 'sec-fetch-site': site } }), 403)
    for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: url.origin }, { 'sec-fetch-site': 'none' }])
      expect((await api('studio', { headers })).status).toBe(200)
    // A preflight gets no leave either.
    const preflight = await api('run', { method: 'OPTIONS', headers: { origin: 'http://example.com' } })
    expect(preflight.status).toBe(403)
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('and only this machine: no other address of it listens', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((own) => own ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address)
    for (const host of [...others, '127.0.0.2', '::1']) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host, port: Number(url.port) })
        socket.setTimeout(2000, () => socket.destroy())
        socket.on('connect', () => {
          resolve(true)
          socket.destroy()
        })
        socket.on('error', () => resolve(false))
        socket.on('close', () => resolve(false))
      })
      expect(reached, host).toBe(false)
    }
  })
})

describe('what answers carry', () => {
  it('a policy that lets nothing in from elsewhere, and nothing is kept', async () => {
    for (const path of [`/${token}/`, `/${token}/api/studio`, `/${token}/api/none`, `/${token}/none.js`]) {
      const { headers } = await ask(path)
      expect(headers['cache-control'], path).toBe('no-store')
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      expect(headers['referrer-policy'], path).toBe('no-referrer')
      const policy = headers['content-security-policy'] as string
      expect(policy, path).toMatch(/default-src 'none'/)
      expect(policy, path).toMatch(/script-src 'self'(;|$)/)
      expect(policy, path).toMatch(/connect-src 'self'(;|$)/)
      expect(policy, path).not.toMatch(/https?:|\*|unsafe-eval/)
    }
  })

  it('not the token to anybody who does not have it', async () => {
    const { text, headers } = await ask('/')
    expect(text + JSON.stringify(headers)).not.toContain(token)
  })
})

const wrongPaths = (name: string): string[] => [
  `../outside/${name}`,
  `x/../../outside/${name}`,
  `./../outside/${name}`,
  join(outside, name),
  `way-out/${name}`,
  `way-out/new/${name}`,
  `${name}\0`,
  `\0/../../outside/${name}`,
]

describe('what the studio may touch', () => {
  const job = {
    version: 1,
    data: { source: 'people.csv' },
    columns: peopleColumns,
    privacy: { k: 2 },
    output: { release: 'out/release.csv' },
  }
  const baskets = {
    version: 1,
    data: { source: 'baskets.txt', format: 'transactions' },
    columns: {},
    privacy: { km: { k: 2 } },
    output: { release: 'out/release.txt' },
  }
  const run = (own: object, more: object = {}) => ({ job: own, base: '', name: 'job.yaml', force: true, ...more })

  /** Every route that takes a path: the request with a path put in, and a file name that would do. */
  const routes: readonly [string, string, (path: string) => object][] = [
    ['job/open', 'job.yaml', (path) => ({ path })],
    ['job/save', 'new.yaml', (path) => ({ job, base: '', path, force: true })],
    ['job/save', '', (base) => ({ job, base, path: 'copy.yaml', force: true })],
    ['job/command', 'job.yaml', (file) => ({ job, file })],
    ['run', 'policy.txt', (constraints) => run({ ...baskets, privacy: { k: 2, constraints } })],
    ['run', 'policy.txt', (file) => run({ ...baskets, privacy: { k: 2, constraints: { file } } })],
    ['run', 'groups.txt', (constraints) => run({ ...baskets, utility: { constraints } })],
    ['run', 'queries.txt', (workload) => run({ ...baskets, utility: { workload } })],
    ['run', 'queries.txt', (workload) => run({ ...baskets, output: { ...baskets.output, workload } })],
    ['run', '', (base) => run(job, { base })],
    ['run', 'recoding.json', (recoding) => run(job, { recoding })],
    ['run', 'trail.json', (trail) => run(job, { trail })],
    ['run', 'people.csv', (source) => run({ ...job, data: { source } })],
    ['run', 'people.csv', (source) => run({ ...job, data: { source: ['people.csv', source] } })],
    [
      'run',
      'city.json',
      (taxonomy) => run({ ...job, columns: { ...peopleColumns, city: { role: 'quasi-identifier', taxonomy } } }),
    ],
    ...(['release', 'recoding', 'manifest', 'report'] as const).map(
      (output): [string, string, (path: string) => object] => [
        'run',
        output === 'release' ? 'release.csv' : `${output}.json`,
        (path) => run({ ...job, output: { ...job.output, [output]: path } }),
      ],
    ),
    ['data/open', 'people.csv', (path) => ({ path })],
    ['data/open', 'people.csv', (source) => ({ job: { ...job, data: { source } }, base: '' })],
    ['data/open', '', (base) => ({ job, base })],
    ['hierarchies/read', 'city.json', (path) => ({ base: '', path })],
    ['hierarchies/read', '', (base) => ({ base, path: 'city.json' })],
    [
      'hierarchies/save',
      'tree.json',
      (path) => ({ base: '', trees: [{ path, tree: { name: 'all', children: [{ name: 'a' }] } }] }),
    ],
    [
      'hierarchies/save',
      '',
      (base) => ({ base, trees: [{ path: 't.json', tree: { name: 'all', children: [{ name: 'a' }] } }] }),
    ],
    ['compare', '', (base) => ({ job, base, name: 'study', study: { grid: { 'privacy.k': [2, 3] } } })],
    ['compare', 'study', (name) => ({ job, base: '', name, study: { grid: { 'privacy.k': [2, 3] } } })],
    [
      'compare',
      'people.csv',
      (source) => ({
        job: { ...job, data: { source } },
        base: '',
        name: 'study',
        study: { grid: { 'privacy.k': [2] } },
      }),
    ],
    ['compare/open', 'study.yaml', (path) => ({ path })],
  ]

  for (const [route, name, body] of routes) {
    const key = Object.entries(body('HERE'))
      .map(([own, value]) => (JSON.stringify(value)?.includes('HERE') ? own : ''))
      .join('')
    it(`${route} takes no ${key} outside of the folder`, async () => {
      for (const path of wrongPaths(name)) {
        // Such a folder is looked for below the studio's own: nothing outside is touched.
        if (route === 'hierarchies/save' && name === '' && path.startsWith('/')) continue
        const { text } = await expectRefused(`${route} ${JSON.stringify(path)}`, () => post(route, body(path)))
        expect(text, path).not.toContain('Ada')
      }
    })
  }

  it('links that lead outside are not followed', async () => {
    await expectRefused('data', () => post('data/open', { path: 'link.csv' }))
    await expectRefused('job', () => post('job/open', { path: 'link.yaml' }))
    await expectRefused('save', () => post('job/save', { job, base: '', path: 'link.yaml', force: true }))
    for (const source of ['way-out/*.csv', 'way*/people.csv', 'l*.csv', '*.csv'])
      await expectRefused(source, () => post('run', run({ ...job, data: { source } })))
    await expectRefused('output', () => post('run', run({ ...job, output: { release: 'link.csv' } })))
  })

  it('encoded paths to pages and files of runs lead nowhere', async () => {
    const paths = [
      '../../../package.json',
      '..%2f..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '..%5c..%5cpackage.json',
      '%2fetc%2fpasswd',
      '/etc/passwd',
      'index.html%00.js',
      '%',
      '%ff%fe',
    ]
    for (const path of paths) {
      const answer = await ask(`/${token}/${path}`)
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.status, path).toBeLessThan(500)
      expect(answer.text, path).not.toMatch(/root:|"name": "halftone"/)
    }
    for (const path of [
      'run/1/file/..%2f..%2fpeople.csv',
      'run/..%2f1',
      'run/1/file/constructor',
      'run/__proto__',
      'data/..%2f..%2fx/rows?from=0&count=1',
    ])
      await expectRefused(path, () => api(path))
  })

  it('bodies that are no JSON, or not what was asked for, are refused with a sentence', async () => {
    const routesWithBody = [...new Set(routes.map(([route]) => route))]
    for (const route of routesWithBody) {
      for (const body of ['', '{', '[]', 'null', '"x"', '{}', '{"path":7,"base":[],"job":3,"name":{}}'])
        await expectRefused(`${route} ${body}`, () => api(route, { method: 'POST', body }))
    }
  })
})

describe('uploads', () => {
  const upload = (name: string, body: Buffer, headers: OutgoingHttpHeaders = {}) =>
    api(`data/upload?name=${encodeURIComponent(name)}`, { method: 'POST', body, headers })

  it('that are too large are refused, whether they say so or not, and nothing stays', async () => {
    const large = Buffer.alloc(LARGEST + 1, 'x')
    await expectRefused('declared', () => upload('large.csv', large, { 'content-length': large.length }), 413)
    await expectRefused('not declared', () => upload('large.csv', large, { 'transfer-encoding': 'chunked' }), 413)
    expect(existsSync(join(folder, 'uploads'))).toBe(false)
  })

  it('stay in their folder, whatever they are called, and replace nothing', async () => {
    const before = listing(outside)
    for (const name of ['../../outside/new.csv', '/etc/new.csv', '..\\new.csv', 'a/../../new.csv']) {
      const { status, text } = await upload(name, Buffer.from('a,b\n1,2\n'))
      expect(status, name).toBe(200)
      const { path } = JSON.parse(text) as { path: string }
      expect(path).toMatch(/^uploads\/new(-\d+)?\.csv$/)
      expect(realpathSync(join(folder, path)).startsWith(realpathSync(folder))).toBe(true)
    }
    for (const name of ['', '..', '.', '/']) await expectRefused(`name ${name}`, () => upload(name, Buffer.from('a')))
    expect(listing(outside)).toEqual(before)
    rmSync(join(folder, 'uploads'), { recursive: true })
  })
})

describe('halftone studio --no-open --json', () => {
  it('prints its address once it answers, and Ctrl-C ends it with exit code 0 and nothing left', async () => {
    const here = mkdtempSync(join(tmpdir(), 'halftone-studio-command-'))
    const temporary = join(here, 'temporary')
    mkdirSync(temporary)
    writeFiles(here, peopleFiles)
    const child = spawn(process.execPath, [...halftoneCommand(), 'studio', 'job.yaml', '--no-open', '--json'], {
      cwd: here,
      env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1' },
    })
    try {
      const line = await new Promise<string>((resolve, reject) => {
        let said = ''
        child.stdout.on('data', (chunk) => {
          said += chunk
          if (said.includes('\n')) resolve(said)
        })
        child.on('exit', () => reject(new Error(`it ended and said ${said}`)))
      })
      const { url: address } = JSON.parse(line) as { url: string }
      const page = await fetch(address)
      expect(page.status).toBe(200)
      const facts = (await (await fetch(new URL('api/studio', page.url))).json()) as object
      expect(facts).toMatchObject({ folder: realpathSync(here), first: 'job.yaml' })
      // A run under way ends with it.
      const job = JSON.parse(peopleFiles['job.yaml'].toString())
      const slow = { ...job, algorithm: { name: 'genetic', iterations: 1_000_000_000, patience: 0 } }
      const started = await fetch(new URL('api/run', page.url), {
        method: 'POST',
        body: JSON.stringify({ job: slow, base: '', name: 'job.yaml', force: false }),
      })
      expect(started.status).toBe(200)
      const events = await fetch(new URL('api/run/1/events', page.url))
      const reader = (events.body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      expect(readdirSync(temporary).length).toBeGreaterThan(0)
      const children = process.platform === 'linux' ? childrenOf(child.pid as number) : []
      expect(children.length > 0).toBe(process.platform === 'linux')
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      child.kill('SIGINT')
      expect(await ended).toBe(0)
      expect(readdirSync(temporary).filter((name) => name.startsWith('halftone-'))).toEqual([])
      expect(existsSync(join(here, 'out'))).toBe(false)
      await untilGone(children)
      await expect(fetch(address)).rejects.toThrow()
    } finally {
      child.kill('SIGKILL')
      rmSync(here, { recursive: true, force: true })
    }
  })
})

/** Processes that a process has started, where the system tells (Linux). */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && stateOf(Number(name)).parent === parent)
    .map(Number)
}

/** A process that has ended but was not yet asked for is a zombie: it is gone, too. */
function stateOf(pid: number): { readonly parent?: number; readonly gone: boolean } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]), gone: /^State:\s*[ZX]/m.test(status) }
  } catch {
    return { gone: true }
  }
}

async function untilGone(processes: readonly number[]): Promise<void> {
  for (let tries = 0; tries < 100 && !processes.every((pid) => stateOf(pid).gone); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(processes.filter((pid) => !stateOf(pid).gone)).toEqual([])
}
