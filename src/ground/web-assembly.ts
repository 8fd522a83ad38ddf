/**
 * Loads WebAssembly kernels: compiles a module once per thread and gives every caller an instance with separate memory.
 */
import { readFileSync } from 'node:fs'

/** The part of WebAssembly that we use; Node's types do not include it. */
interface WebAssemblyFace {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports?: object) => { readonly exports: unknown }
}

/** An exported global that the host sets before a call or reads after it. */
export interface Global {
  value: number
}

const compiled = new Map<string, object>()

export function kernelIsCompiled(file: URL): boolean {
  return compiled.has(file.href)
}

/** Returns the exports of a new instance. */
export function startInstance<Exports>(file: URL, imports?: object): Exports {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyFace }).WebAssembly
  let module = compiled.get(file.href)
  if (module === undefined) compiled.set(file.href, (module = new Module(readFileSync(file))))
  return new Instance(module, imports).exports as Exports
}
