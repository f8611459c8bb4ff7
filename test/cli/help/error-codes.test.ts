/** The table of error codes is complete and agrees with the sources; `topo help errors` and the site show it. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { environmentVariables } from '../../../src/cli/help/topics/environment.ts'
import { errorCodes } from '../../../src/cli/help/topics/error-codes.ts'
import { errorsTopic } from '../../../src/cli/help/topics/errors.ts'
import { exitCodeMeanings } from '../../../src/cli/help/topics/exit-codes.ts'
import { ExitCode } from '../../../src/errors.ts'
import { capitalNames, errorSites } from '../../error-sites.ts'

const variables = environmentVariables.map(({ name }) => name)
const codes = errorCodes.map(({ code }) => code)
const sites = errorSites().filter(({ code }) => !variables.includes(code))

/** Exit codes that do not stand beside the code in the sources. */
const elsewhere: Record<string, readonly (keyof typeof ExitCode)[]> = {
  // Has the exit code of the error that kept the draft.
  TOPO_DRAFT_LEFT: ['refused', 'auth', 'conflict', 'quota', 'temporary', 'interrupted'],
  // Has the exit code of the signal.
  TOPO_INTERRUPTED: ['interrupted', 'terminated'],
  // Only in the outcome of a picture.
  TOPO_NOT_DRAWN: ['refused'],
}

test('every error code of the sources is in the table once, and the table has no other', () => {
  expect(sites.length).toBeGreaterThan(150)
  expect([...codes].sort()).toEqual(capitalNames.filter((name) => !variables.includes(name)))
  expect([...codes].sort()).toEqual([...new Set(sites.map(({ code }) => code))].sort())
})

test('every exit code of the table is the one of the sources', () => {
  const found = new Map<string, Set<number>>()
  const unknown = sites.filter(
    ({ code, exits }) => exits.length === 0 && elsewhere[code] === undefined,
  )
  expect(unknown).toEqual([])
  for (const { code, exits } of sites) {
    const names = [...exits, ...(elsewhere[code] ?? [])] as (keyof typeof ExitCode)[]
    found.set(code, new Set([...(found.get(code) ?? []), ...names.map((name) => ExitCode[name])]))
  }
  const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)
  expect(
    Object.fromEntries(errorCodes.map(({ code, exitCodes }) => [code, sorted(exitCodes)])),
  ).toEqual(Object.fromEntries([...found].map(([code, exits]) => [code, sorted(exits)])))
})

test('exit codes that stand elsewhere belong to codes of the sources without one', () => {
  const without = sites.filter(({ exits }) => exits.length === 0).map(({ code }) => code)
  expect(Object.keys(elsewhere).filter((code) => !without.includes(code))).toEqual([])
})

/** Who acts on a usage error of one place, so that it has a code. CONTRIBUTING says when a new one is justified. */
const actedOn: Readonly<Record<string, string>> = {
  TOPO_MOCK_INPUT: 'a test that makes a fault of the embedded service',
  TOPO_NO_SERVICE: 'topo itself, which works without a service where it can',
  TOPO_PACKAGE_MISSING: 'a pipeline, which installs topo again on its own machine',
  TOPO_PROFILES_DAMAGED: 'a person, who repairs the file that has the only copy of the keys',
  TOPO_PROXY_INVALID: 'topo doctor, which blames the proxy instead of the key',
  TOPO_READ_ONLY: 'an assistant, which asks a person to allow writes',
  TOPO_STATE_CORRUPT: 'a pipeline, which deletes the sync records and compares again',
  TOPO_UNKNOWN_COLLECTION: 'a script, which creates the collection',
  TOPO_UNKNOWN_PROFILE: 'a script, which logs in',
  TOPO_UNKNOWN_REVISION: 'a pipeline, which fetches the commit',
  TOPO_UNKNOWN_WORKSPACE: 'a script, which chooses another workspace',
}

test('a usage error of one place has a code of its own only if somebody acts on it', () => {
  const lonely = errorCodes.filter(({ code, exitCodes }) => {
    const places = sites.filter((site) => site.code === code)
    const isUsage = exitCodes.length === 1 && exitCodes[0] === ExitCode.usage
    return isUsage && places.length === 1
  })
  expect(lonely.map(({ code }) => code).sort()).toEqual(Object.keys(actedOn))
})

test('the meaning and the next step of a code are one plain sentence each', () => {
  for (const { code, meaning, fix } of errorCodes) {
    for (const sentence of [meaning, fix]) {
      expect(sentence, code).toMatch(/^(\S.*[^.])\.$/)
      expect(sentence.split(' ').length, `${code}: ${sentence}`).toBeLessThanOrEqual(20)
      expect(sentence, code).not.toMatch(/\. [A-Z]/)
    }
  }
})

test('the topic lists each code once, by its usual exit code', () => {
  const rows = errorsTopic.sections.flatMap(({ title, rows: sectionRows = [] }) =>
    sectionRows.map(([code]) => [code, title] as const),
  )
  expect(rows.map(([code]) => code).sort()).toEqual([...codes].sort())
  expect(Object.fromEntries(rows).TOPO_CONFLICT).toBe('Exit code 6: conflict')
})

test('the page of the site has each code, its meaning and the next step', async () => {
  const script = pathToFileURL(resolve(import.meta.dirname, '../../../scripts/pages.js')).href
  const page: string = (await import(script)).errorsPage(errorCodes, exitCodeMeanings)
  for (const { code, meaning, exitCodes } of errorCodes) {
    const [first = ''] = meaning.split('"')
    const others = exitCodes.slice(1).map((other) => `, also ${other}`)
    expect(page).toContain(`| \`${code}\`${others.join('')} | ${first}`.trimEnd())
  }
})
