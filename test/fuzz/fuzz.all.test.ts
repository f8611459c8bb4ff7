/**
 * Runs generated scripts through every entry point. No script may crash a command, take more than 10 s of processor
 * time or 512 MB, or change the result of another script. A long run:
 *
 *     npm run fuzz -- 50000
 *
 * FUZZ_SEED=N repeats the same scripts, FUZZ_DOOR=NAME runs only one entry point, FUZZ_KEEP=FOLDER saves failed batches
 * with their problems.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../cases.ts'
import { script } from '../cli/topo.ts'
import { type Door, doors, type Outcome, type Scripts } from './entry-points.ts'
import { anyScript } from './grammar.ts'

const runs = Number(process.env.FUZZ_RUNS ?? cases(100))
const seed = Number(process.env.FUZZ_SEED ?? 1)
const only = process.env.FUZZ_DOOR
const keep = process.env.FUZZ_KEEP
// Small enough that a batch stays below the limits of one script; above them its parts run again.
const batchSize = Math.min(runs, 100)

const MOST_CPU = 10
const MOST_MEMORY = 512

/** Scripts with known results, added to every batch. */
const witnesses: Scripts = new Map([
  ['witness-good', script('witness')],
  ['witness-bad', `${script('witness').replace("'witness-db', {", "'ghost', {")}`],
])

const chosen = doors.filter(({ name }) => only === undefined || name === only)
const batches = Math.ceil(runs / batchSize)
const known = new Map<string, ReadonlyMap<string, string>>()

for (let batch = 0; batch < batches; batch++) {
  it(`fuzzed scripts cause no crash: batch ${batch + 1} of ${batches}`, async () => {
    const texts = fc.sample(anyScript, { numRuns: batchSize, seed: seed * 100_003 + batch })
    const scripts = new Map(texts.map((text, n) => [`s${n}`, text]))
    const problems: string[] = []
    for (const door of chosen) {
      const outcome = await door.run(new Map([...scripts, ...witnesses]))
      const witnessed = await witnessesAt(door)
      for (const [slug, result] of witnessed) {
        const now = outcome.results.get(slug)
        if (now !== result)
          outcome.problems.push(`${slug} has another result: ${now}, expected ${result}`)
      }
      const found = [...outcome.problems, ...(await tooMuch(door, outcome, [...scripts]))]
      problems.push(...found.map((problem) => `${door.name}: ${problem}`))
    }
    if (problems.length > 0 && keep !== undefined) keepAll(keep, scripts, problems, batch)
    expect(problems).toEqual([])
  }, 1_200_000)
}

/** Results of an entry point for the witnesses without other scripts. */
async function witnessesAt(door: Door): Promise<ReadonlyMap<string, string>> {
  const before = known.get(door.name)
  if (before !== undefined) return before
  const { results } = await door.run(witnesses)
  known.set(door.name, results)
  return results
}

/** Many scripts together may exceed the limits of one: splits them into smaller parts, down to one script. */
async function tooMuch(
  door: Door,
  { use }: Outcome,
  tried: [slug: string, text: string][],
): Promise<string[]> {
  if (use.cpu <= MOST_CPU && use.memory <= MOST_MEMORY) return []
  const [one, ...others] = tried
  if (one === undefined) return []
  if (others.length === 0)
    return [`${one[0]} takes ${use.cpu.toFixed(1)} s and ${use.memory.toFixed(0)} MB`]
  // Enough parts that most stay below the limit at once. CPU is NaN after a kill.
  const parts = Math.min(tried.length, Math.max(2, Math.ceil((use.cpu || 0) / (MOST_CPU / 2))))
  const size = Math.ceil(tried.length / parts)
  const found: string[] = []
  for (let at = 0; at < tried.length; at += size) {
    const part = tried.slice(at, at + size)
    found.push(...(await tooMuch(door, await door.run(new Map(part)), part)))
  }
  return found
}

function keepAll(kept: string, scripts: Scripts, problems: readonly string[], batch: number): void {
  const folder = join(kept, `batch-${seed}-${batch}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'problems.txt'), problems.join('\n'))
  for (const [slug, text] of scripts) writeFileSync(join(folder, `${slug}.topology.js`), text)
}
