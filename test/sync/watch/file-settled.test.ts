/** Tests reads of a file during a save. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { readSettled } from '../../../src/sync/watch/file-settled.ts'

function file(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'topo save '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.txt')
  if (text !== undefined) writeFileSync(path, text)
  return path
}

test('readSettled does not return a read during a save', async () => {
  const path = file('ha')
  const seen: string[] = []
  const given = await readSettled(
    path,
    async () => {
      seen.push(readFileSync(path, 'utf8'))
      if (seen.length === 1) appendFileSync(path, 'lf')
      return seen.at(-1)
    },
    systemClock,
  )
  expect(given).toBe('half')
  expect(seen).toEqual(['ha', 'half'])
})

test('readSettled reads a stable file once', async () => {
  const path = file('whole')
  let times = 0
  expect(await readSettled(path, async () => ++times, systemClock)).toBe(1)
})

test('readSettled waits for a replaced file, and returns undefined for a deleted one', async () => {
  const path = file()
  setTimeout(() => writeFileSync(path, 'new'), 20)
  expect(await readSettled(path, async () => readFileSync(path, 'utf8'), systemClock)).toBe('new')
  rmSync(path)
  expect(await readSettled(path, async () => 'never', systemClock)).toBeUndefined()
})
