/** Checks that a test names each expected behaviour of a command line, or that a reason for none stands below. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Rows in the groups Input, Output, Errors, Auth, Network, Files and sync, CI and Action. */
const rows = { I: 15, O: 19, E: 13, A: 13, N: 16, F: 15, C: 12, G: 25 }

const without: Record<string, string> = {
  O18: 'topo does not check for updates, so there is nothing to report',
  F15: "scripts are formatted by the users' own tools",
  G21: 'annotations need no problem matcher, so none can leak',
  A6: "no keychain is used: apiKeyCommand calls the user's password manager",
}

test('each expected behaviour is named in the title of a test', () => {
  const titles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(
        /['"`]((?:[A-Z]\d+ ?)+): /g,
      ),
    ])
    .flatMap(([, ids]) => (ids as string).split(' '))
  const wanted = Object.entries(rows).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `${group}${index + 1}`),
  )
  expect(wanted.filter((id) => !titles.includes(id) && !(id in without))).toEqual([])
  expect(Object.keys(without).filter((id) => titles.includes(id))).toEqual([])
})
