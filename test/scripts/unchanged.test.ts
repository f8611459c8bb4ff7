/** `bin/dev.js` builds only after a change. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../remove-folder.ts'

const {
  isBuilt,
  beginBuild,
}: { isBuilt(root: string): boolean; beginBuild(root: string): () => void } = await import(
  pathToFileURL(resolve(import.meta.dirname, '../../scripts/unchanged.js')).href
)

/** A folder with a source file and a finished build. */
function builtFolder() {
  const root = mkdtempSync(join(tmpdir(), 'topo build '))
  onTestFinished(() => removeFolder(root))
  for (const name of ['src', 'dist']) mkdirSync(join(root, name))
  const source = join(root, 'src', 'a.ts')
  writeFileSync(source, '1')
  writeFileSync(join(root, 'dist', 'help.txt'), '')
  beginBuild(root)()
  expect(isBuilt(root)).toBe(true)
  return { root, source }
}

test('a file that changed, is new or is gone needs a build', () => {
  const { root, source } = builtFolder()
  utimesSync(source, new Date(0), new Date(0))
  expect(isBuilt(root)).toBe(false)
  beginBuild(root)()
  writeFileSync(join(root, 'src', 'b.ts'), '')
  expect(isBuilt(root)).toBe(false)
  beginBuild(root)()
  rmSync(source)
  expect(isBuilt(root)).toBe(false)
})

test('a build that did not finish does not count, nor does one during which a file changed', () => {
  const { root, source } = builtFolder()
  beginBuild(root)
  expect(isBuilt(root)).toBe(false)
  const finish = beginBuild(root)
  writeFileSync(source, '22')
  finish()
  expect(isBuilt(root)).toBe(false)
})

test('what was built may be deleted', () => {
  const { root } = builtFolder()
  rmSync(join(root, 'dist'), { recursive: true })
  expect(isBuilt(root)).toBe(false)
})
