/** What holds of every function and folder, so that it stays true: few arguments, and a reason where there are many files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const MOST_ARGUMENTS = 5

/** The kernels are AssemblyScript, which has no records that could be handed over without cost: `.as.ts` keeps its numbers one by one. */
const files = ['src', 'cli', 'studio', 'bench', 'papers', 'scripts', 'examples'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|as)\.tsx?$/.test(name)),
)

describe('every function', () => {
  it(`has at most ${MOST_ARGUMENTS} positional arguments`, () => {
    const wrong = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const found: string[] = []
      walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
        const { params } = node as { readonly params?: readonly unknown[] }
        if (!/Function/.test(node.type) || !Array.isArray(params) || params.length <= MOST_ARGUMENTS) return
        found.push(`${file}:${text.slice(0, node.start).split('\n').length} has ${params.length}`)
      })
      return found
    })
    expect(wrong).toEqual([])
  })
})

describe('every folder', () => {
  const MOST_FILES = 20

  it(`with more than ${MOST_FILES} files has a README that says why they stand together`, () => {
    const counts = new Map<string, number>()
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    const large = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder)
    expect(large.filter((folder) => !existsSync(join(folder, 'README.md')))).toEqual([])
  })
})

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, visit)
    }
  }
}
