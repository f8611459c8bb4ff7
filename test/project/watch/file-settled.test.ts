/** A file that is looked at while somebody saves it. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettled } from '../../../src/project/watch/file-settled.ts'

function file(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'topo save '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.txt')
  if (text !== undefined) writeFileSync(path, text)
  return path
}

test('what was seen in the middle of a save is not what is given', async () => {
  const path = file('ha')
  const seen: string[] = []
  const given = await readSettled(path, async () => {
    seen.push(readFileSync(path, 'utf8'))
    if (seen.length === 1) appendFileSync(path, 'lf')
    return seen.at(-1)
  })
  expect(given).toBe('half')
  expect(seen).toEqual(['ha', 'half'])
})

test('a file that stands still is looked at once', async () => {
  const path = file('whole')
  let times = 0
  expect(await readSettled(path, async () => ++times)).toBe(1)
})

test('one that an editor puts in the place of another is waited for, and one that is gone is gone', async () => {
  const path = file()
  setTimeout(() => writeFileSync(path, 'new'), 20)
  expect(await readSettled(path, async () => readFileSync(path, 'utf8'))).toBe('new')
  rmSync(path)
  expect(await readSettled(path, async () => 'never')).toBeUndefined()
})
