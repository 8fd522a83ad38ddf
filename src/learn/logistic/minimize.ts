/**
 * Minimizes a convex function: Newton with Cholesky (few parameters: about ten passes), or L-BFGS (Liu and Nocedal
 * 1989) if the Hessian would be too large.
 */
import { InternalError } from '../../ground/errors.ts'

export interface Minimum {
  readonly parameters: Float64Array
  readonly value: number
  readonly iterations: number
  readonly converged: boolean
}

export type SecondOrder = (parameters: Float64Array, gradient?: Float64Array, hessian?: Float64Array) => number

export function minimizeNewton(f: SecondOrder, start: Float64Array, tolerance = 1e-14, limit = 200): Minimum {
  const size = start.length
  let parameters: Float64Array = Float64Array.from(start)
  const gradient = new Float64Array(size)
  const hessian = new Float64Array(size * size)
  let value = f(parameters, gradient, hessian)
  for (let iteration = 1; iteration <= limit; iteration++) {
    const step = newtonStep(hessian, gradient)
    const slope = dot(gradient, step)
    // Half the squared Newton decrement estimates the remaining decrease.
    if (-slope / 2 <= tolerance * (1 + Math.abs(value)))
      return { parameters, value, iterations: iteration, converged: true }
    const next = searchLine(f, parameters, value, step, slope)
    if (!next) return { parameters, value, iterations: iteration, converged: true }
    parameters = next
    value = f(parameters, gradient, hessian)
  }
  return { parameters, value, iterations: limit, converged: false }
}

export function minimizeQuasiNewton(
  f: SecondOrder,
  start: Float64Array,
  tolerance = 1e-7,
  limit = 2_000,
  memory = 12,
): Minimum {
  let parameters: Float64Array = Float64Array.from(start)
  let gradient: Float64Array = new Float64Array(start.length)
  let value = f(parameters, gradient)
  let pairs: { step: Float64Array; change: Float64Array; curvature: number }[] = []
  for (let iteration = 1; iteration <= limit; iteration++) {
    if (Math.sqrt(dot(gradient, gradient)) <= tolerance * (1 + Math.abs(value)))
      return { parameters, value, iterations: iteration, converged: true }
    const direction = twoLoops(gradient, pairs)
    if (pairs.length === 0) scale(direction, 1 / Math.sqrt(dot(direction, direction)))
    const next = searchLine(f, parameters, value, direction, dot(gradient, direction))
    if (!next) {
      // Near rounding the stored curvature misleads: retry along the gradient, then accept the minimum.
      if (pairs.length === 0) return { parameters, value, iterations: iteration, converged: true }
      pairs = []
      continue
    }
    const nextGradient = new Float64Array(start.length)
    value = f(next, nextGradient)
    const step = next.map((parameter, p) => parameter - parameters[p])
    const change = nextGradient.map((slope, p) => slope - gradient[p])
    const curvature = dot(step, change)
    if (curvature > 1e-14 * Math.sqrt(dot(step, step) * dot(change, change))) {
      pairs.push({ step, change, curvature })
      if (pairs.length > memory) pairs.shift()
    }
    parameters = next
    gradient = nextGradient
  }
  return { parameters, value, iterations: limit, converged: false }
}

/** Halves the step until f falls by 10⁻⁴ of the linear prediction. */
function searchLine(f: SecondOrder, from: Float64Array, value: number, step: Float64Array, slope: number) {
  for (let length = 1; length > 1e-12; length /= 2) {
    const to = from.map((parameter, p) => parameter + length * step[p])
    const reached = f(to)
    if (reached <= value + 1e-4 * length * slope && reached < value) return to
  }
  return undefined
}

/** −H⁻¹g; adds a growing multiple of the diagonal while rounding leaves H not positive definite. */
function newtonStep(hessian: Float64Array, gradient: Float64Array): Float64Array {
  for (let damping = 0; damping < 1; damping = damping === 0 ? 1e-14 : damping * 100) {
    const step = solve(hessian, gradient, damping)
    if (step) return step
  }
  throw new InternalError('the curvature of the likelihood is not positive')
}

function solve(hessian: Float64Array, gradient: Float64Array, damping: number): Float64Array | undefined {
  const size = gradient.length
  const factor = Float64Array.from(hessian)
  for (let i = 0; i < size; i++) {
    const line = i * size
    for (let j = 0; j <= i; j++) {
      const other = j * size
      let rest = factor[line + j]
      if (i === j) rest *= 1 + damping
      for (let k = 0; k < j; k++) rest -= factor[line + k] * factor[other + k]
      if (i !== j) factor[line + j] = rest / factor[other + j]
      else if (rest > 0) factor[line + j] = Math.sqrt(rest)
      else return undefined
    }
  }
  const step = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    let rest = -gradient[i]
    for (let k = 0; k < i; k++) rest -= factor[i * size + k] * step[k]
    step[i] = rest / factor[i * size + i]
  }
  for (let i = size - 1; i >= 0; i--) {
    let rest = step[i]
    for (let k = i + 1; k < size; k++) rest -= factor[k * size + i] * step[k]
    step[i] = rest / factor[i * size + i]
  }
  return step
}

function twoLoops(
  gradient: Float64Array,
  pairs: readonly { step: Float64Array; change: Float64Array; curvature: number }[],
): Float64Array {
  const direction = gradient.map((slope) => -slope)
  const shares = new Float64Array(pairs.length)
  for (let i = pairs.length - 1; i >= 0; i--) {
    shares[i] = dot(pairs[i].step, direction) / pairs[i].curvature
    addScaled(direction, pairs[i].change, -shares[i])
  }
  const last = pairs.at(-1)
  if (last) scale(direction, last.curvature / dot(last.change, last.change))
  pairs.forEach(({ step, change, curvature }, i) => {
    addScaled(direction, step, shares[i] - dot(change, direction) / curvature)
  })
  return direction
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}

function addScaled(to: Float64Array, what: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i] += factor * what[i]
}

function scale(what: Float64Array, factor: number): void {
  for (let i = 0; i < what.length; i++) what[i] *= factor
}
