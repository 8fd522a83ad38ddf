/** Memoizes `make` per object; the result lives as long as the object. */
export function madeOnce<Of extends WeakKey, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    let made = known.get(of)
    if (made === undefined) known.set(of, (made = make(of)))
    return made
  }
}
