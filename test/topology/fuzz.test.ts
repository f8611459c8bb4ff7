/**
 * Validation of any text returns findings: no exception, no crash, no hang. A long run:
 *
 *     FUZZ_RUNS=10000 npx vitest run test/topology/fuzz.test.ts
 *
 * FUZZ_SEED repeats a run. FUZZ_LAST=FILE writes each script to a file before it runs, so that a script that
 * crashes the process can be found.
 */
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inspectSyntax } from '../../src/project/script/bundle/inspect-syntax.ts'
import { validate } from '../../src/validator/index.ts'
import { cases } from '../cases.ts'
import { cpuOf } from '../cpu.ts'
import { mutilated, program } from './arbitrary-scripts.ts'

const runs = Number(process.env.FUZZ_RUNS ?? cases(1000, 0.05))
/** A fixed seed, so that failures can be reproduced. */
const usual = process.env.FUZZ_RUNS === undefined ? 1 : undefined
const seed = process.env.FUZZ_SEED === undefined ? usual : Number(process.env.FUZZ_SEED)
const STEPS = 20_000_000
/** In seconds of CPU time. */
const LONGEST = 5

it(
  'validation of any script returns findings',
  async () => {
    const seen = new Map<string, number>()
    let longest = 0
    const text = fc.oneof({ weight: 3, arbitrary: mutilated }, { weight: 1, arbitrary: program })
    await fc.assert(
      fc.asyncProperty(text, async (script) => {
        if (process.env.FUZZ_LAST !== undefined) writeFileSync(process.env.FUZZ_LAST, script)
        const { value, seconds } = await cpuOf(async () => {
          await inspectSyntax(script)
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
      process.stdout.write(
        `${runs} scripts, longest ${longest.toFixed(1)} s, ${JSON.stringify([...seen])}\n`,
      )
    }
    // A generator of only broken text would prove little.
    expect(seen.get('ran') ?? 0).toBeGreaterThan(runs / 10)
  },
  60_000 + runs * 500,
)
