/** Compiled kernels: a module is compiled once in a thread, and every caller gets an instance with memory of its own. */
import { readFileSync } from 'node:fs'

/** The part of WebAssembly that we use; the types of Node leave it to those of the browser. */
interface WebAssemblyFace {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown }
}

/** A global that a module exports: what its host sets before a call, or reads after one. */
export interface Global {
  value: number
}

const compiled = new Map<string, object>()

export function kernelIsCompiled(file: URL): boolean {
  return compiled.has(file.href)
}

/** What a new instance of the module exports. `imports` is what the module asks of its host. */
export function startInstance<Exports>(file: URL, imports?: object): Exports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyFace }).WebAssembly
  let module = compiled.get(file.href)
  if (module === undefined) compiled.set(file.href, (module = new Module(readFileSync(file))))
  return new Instance(module, imports).exports as Exports
}
