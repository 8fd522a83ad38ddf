/** Validates mappings whose keys are names from user data: Zod would silently drop a column `__proto__`. */
import * as z from 'zod'

const odd = '__proto__'

export function byName<T extends z.ZodType>(value: T, key: z.ZodString = z.string()): z.ZodRecord<z.ZodString, T> {
  const record = z.record(key, value)
  const { parse } = record._zod
  record._zod.parse = (payload, context) => {
    const given = payload.value
    const done = parse(payload, context) as z.core.ParsePayload<Record<string, z.output<T>>>
    if (typeof given !== 'object' || given === null || !Object.hasOwn(given, odd)) return done
    const oddValue = (given as Record<string, unknown>)[odd]
    const checked = value._zod.run({ value: oddValue, issues: [] }, context) as z.core.ParsePayload<z.output<T>>
    for (const issue of checked.issues) done.issues.push({ ...issue, path: [odd, ...(issue.path ?? [])] })
    // An assignment would set the prototype.
    Object.defineProperty(done.value, odd, {
      value: checked.value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
    return done
  }
  record._zod.run = record._zod.parse
  return record
}
