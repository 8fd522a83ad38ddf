/** CPU seconds of the process since its start. */
export function wholeProcessor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Runs work and prints its cost as one JSON object. */
export async function printMeasured(work: () => Promise<object>): Promise<void> {
  const began = performance.now()
  const before = process.cpuUsage()
  const more = await work()
  const { user, system } = process.cpuUsage(before)
  console.log(
    JSON.stringify({
      seconds: (performance.now() - began) / 1000,
      processor: (user + system) / 1e6,
      whole: wholeProcessor(),
      memory: process.resourceUsage().maxRSS / 1024,
      ...more,
    }),
  )
}
