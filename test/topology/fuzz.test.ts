/**
 * Whatever the text, findings come back: no exception, no crash, no hang. A long run:
 *
 *     FUZZ_RUNS=10000 npx vitest run test/topology/fuzz.test.ts
 *
 * With FUZZ_SEED the same again, and with FUZZ_LAST=FILE each script is written there before it is tried, so one
 * which ends the process is left behind.
 */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inspectSyntax } from '../../src/project/script/syntax.ts'
import { validate } from '../../src/validator/index.ts'
import { cases } from '../cases.ts'
import { cpuOf } from '../cpu.ts'
import { mutilated, program } from './arbitrary-scripts.ts'

const runs = Number(process.env.FUZZ_RUNS ?? cases(1000))
/** Always the same scripts where many others are tried by hand: what fails has to fail again. */
const usual = process.env.FUZZ_RUNS === undefined ? 1 : undefined
const seed = process.env.FUZZ_SEED === undefined ? usual : Number(process.env.FUZZ_SEED)
const STEPS = 20_000_000
/** Seconds of processor time. */
const LONGEST = 5

it(
  'findings come back, and nothing else',
  async () => {
    const seen = new Map<string, number>()
    let longest = 0
    const text = fc.oneof({ weight: 3, arbitrary: mutilated }, { weight: 1, arbitrary: program })
    await fc.assert(
      fc.asyncProperty(text, async (script) => {
        if (process.env.FUZZ_LAST !== undefined) writeFileSync(process.env.FUZZ_LAST, script)
        const { value, seconds } = await cpuOf(() => {
          inspectSyntax(script)
          return validate(script, { limits: { steps: STEPS } })
        })
        const { findings, topology } = value
        longest = Math.max(longest, seconds)
        expect(seconds).toBeLessThan(LONGEST)
        const lines = script.split('\n').length
        for (const { rule, line, column, endLine, endColumn, message, fix } of findings) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(lines)
          expect(column).toBeGreaterThanOrEqual(1)
          expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true)
          expect(message).not.toBe('')
          expect(fix).not.toBe('')
          if (topology === undefined) seen.set(rule, (seen.get(rule) ?? 0) + 1)
        }
        if (topology !== undefined) seen.set('ran', (seen.get('ran') ?? 0) + 1)
        else expect(findings.length).toBeGreaterThan(0)
      }),
      { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    )
    if (process.env.FUZZ_RUNS !== undefined) {
      process.stdout.write(`${runs} scripts, longest ${longest.toFixed(1)} s, ${JSON.stringify([...seen])}\n`)
    }
    // A generator of nothing but broken text would prove little.
    expect(seen.get('ran') ?? 0).toBeGreaterThan(runs / 10)
  },
  60_000 + runs * 500,
)
