/** Runs one small job repeatedly in a process; prints CPU milliseconds per run, by station. Started by small.ts. */

// The built library, as users run it. The computed name makes a missing build a runtime error, not one of the type
// check.
const built = new URL('../../../dist/src/index.js', import.meta.url).href
const { anonymize, readPlan }: typeof import('../../../src/index.ts') = await import(built)
const [job, runs] = process.argv.slice(2)
const warming = 10
const spent: Record<string, number> = {}

async function runOnce(): Promise<void> {
  let since = process.cpuUsage()
  let station = 'plan'
  const enter = (next: string) => {
    const { user, system } = process.cpuUsage(since)
    spent[station] = (spent[station] ?? 0) + (user + system) / 1000
    spent['total'] = (spent['total'] ?? 0) + (user + system) / 1000
    since = process.cpuUsage()
    station = next
  }
  const plan = readPlan(job)
  enter('engine')
  const result = await anonymize(plan, {
    force: true,
    progress: ({ step, share, search }) => {
      if (share === undefined && search === undefined) enter(step)
    },
  })
  enter('end')
  if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
}

for (let run = 0; run < warming; run++) await runOnce()
for (const station of Object.keys(spent)) delete spent[station]
for (let run = 0; run < Number(runs); run++) await runOnce()
console.log(
  JSON.stringify(
    Object.fromEntries(Object.entries(spent).map(([station, milliseconds]) => [station, milliseconds / Number(runs)])),
  ),
)
