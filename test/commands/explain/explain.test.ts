/** `topo explain` finds error codes and rules as people paste them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../../src/cli/help/topics/error-codes.ts'
import { explain, explanations } from '../../../src/commands/explain/explain.ts'
import { rules } from '../../../src/validator/index.ts'
import { topo } from '../../cli/topo.ts'

const src = resolve(import.meta.dirname, '../../../src')

test('every error code, every rule and every problem has one explanation', () => {
  const ids = explanations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { code } of errorCodes) expect(ids).toContain(code)
  for (const { id } of rules) expect(ids).toContain(id)
  const reported = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(src, name), 'utf8').matchAll(/\brule: ((?:'[\w-]+'(?: \| )?)+)/g),
    ])
    .flatMap(([, names = '']) => names.split(' | ').map((name) => name.replaceAll("'", '')))
  const declared = /type ProblemRule = (.*)/.exec(
    readFileSync(join(src, 'topology/model/problem.ts'), 'utf8'),
  )?.[1]
  const problems = [
    ...reported,
    ...[...(declared ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name as string),
  ]
  expect(new Set(problems).size).toBeGreaterThanOrEqual(10)
  expect(problems.filter((id) => !ids.includes(id))).toEqual([])
})

test.each([
  ['TOPO_CONFLICT', 'TOPO_CONFLICT'],
  ['topo_conflict', 'TOPO_CONFLICT'],
  ['[TOPO_CONFLICT]', 'TOPO_CONFLICT'],
  ['slug-taken', 'TOPO_SLUG_TAKEN'],
  ['known-connection-ends', 'known-connection-ends'],
  ['Known-Connection-Ends', 'known-connection-ends'],
  ['suppression', 'suppression'],
  // A finding has this name too, and findings are pasted without TOPO_.
  ['timeout', 'timeout'],
])('%s is explained as %s', (given, id) => {
  expect(explain(given).id).toBe(id)
})

test.each([
  ['TOPO_CONFLCT', 'Did you mean "topo explain TOPO_CONFLICT"?'],
  ['quota_exceded', 'Did you mean "topo explain TOPO_QUOTA_EXCEEDED"?'],
  ['known-conection-ends', 'Did you mean "topo explain known-connection-ends"?'],
  ['zebra crossing', 'Run "topo help errors" to see all error codes.'],
  ['TOPO_API_KEY', 'Run "topo help environment" to see its meaning.'],
])('an unknown name is a usage error: %s', (given, hint) => {
  expect(() => explain(given)).toThrow(
    expect.objectContaining({ code: 'TOPO_USAGE', exitCode: 2, hint }),
  )
})

describe('topo explain', () => {
  test('prints meaning, next step and exit codes of an error code', async () => {
    expect(await topo(['explain', 'topo_interrupted'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `TOPO_INTERRUPTED  error code
You or the system stopped the command.
What to do: Run it again; a push skips what is already done.
Exit codes: 130 (interrupted), 143 (terminated)
`,
    })
  })

  test('prints severity, meaning and reason of a rule, and if it can be turned off', async () => {
    const own = await topo(['explain', 'long-rows'])
    const ofService = await topo(['explain', 'known-connection-ends'])
    expect(own.stdout).toBe(`long-rows  rule, hint
A row of a group has at most 4 nodes.
Why: Long rows make a diagram wider than the screen; newRow() starts a new row.
To turn it off, set it to "off" under "rules" in topo.config.json.
`)
    expect(ofService.stdout).toMatch(/^known-connection-ends {2}rule, error\n/)
    expect(ofService.stdout).toContain('cannot be turned off')
  })

  test('prints a JSON document', async () => {
    const { stdout } = await topo(['explain', 'TOPO_QUOTA_EXCEEDED', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      kind: 'error',
      id: 'TOPO_QUOTA_EXCEEDED',
      meaning: 'A quota of the account is used up.',
      why: null,
      fix: 'Run "topo quota" to see when it resets.',
      severity: null,
      exitCodes: [5],
      configurable: false,
      fixable: false,
    })
    const rule = JSON.parse((await topo(['explain', 'unknown-option', '--json'])).stdout)
    expect(rule).toMatchObject({
      kind: 'rule',
      severity: 'warning',
      exitCodes: null,
      configurable: true,
    })
  })
})
