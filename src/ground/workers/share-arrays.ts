/**
 * Moves large typed arrays into shared memory, so that sending data to a worker copies little. Small arrays are copied:
 * shared memory is allocated in pages.
 */

type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const LARGE = 4096

export function shareArrays<T>(data: T): T {
  return share(data, new Map()) as T
}

function share(value: unknown, done: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = done.get(value)
  if (known !== undefined) return known
  if (ArrayBuffer.isView(value)) return remember(value, shareArray(value as TypedArray), done)
  if (Array.isArray(value)) {
    const copy: unknown[] = remember(value, [], done)
    for (const item of value) copy.push(share(item, done))
    return copy
  }
  const copy: Record<string, unknown> = remember(value, {}, done)
  // Keys may be column names: assigning to __proto__ would lose one.
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, { value: share(item, done), enumerable: true, configurable: true, writable: true })
  return copy
}

function remember<T>(original: unknown, copy: T, done: Map<unknown, unknown>): T {
  done.set(original, copy)
  return copy
}

function shareArray(array: TypedArray): TypedArray {
  if (array.buffer instanceof SharedArrayBuffer) return array
  // Sending a view would copy its whole buffer.
  if (array.byteLength < LARGE) return array.slice()
  const Same = array.constructor as new (buffer: SharedArrayBuffer) => TypedArray
  const copy = new Same(new SharedArrayBuffer(array.byteLength))
  copy.set(array)
  return copy
}
