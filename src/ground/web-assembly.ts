/** Compiles each WebAssembly module once per thread; every caller gets an instance with separate memory. */

import { readFileSync } from 'node:fs'
import { entryAt } from './maps.ts'

interface WebAssemblyFace {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown }
}

export interface Global {
  value: number
}

const compiled = new Map<string, object>()

export function kernelIsCompiled(file: URL): boolean {
  return compiled.has(file.href)
}

export function startInstance<Exports>(file: URL, imports?: object): Exports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyFace }).WebAssembly
  const module = entryAt(compiled, file.href, () => new Module(readFileSync(file)))
  return new Instance(module, imports).exports as Exports
}
