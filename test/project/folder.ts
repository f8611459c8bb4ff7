/** A temporary project folder for one test. */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export interface Folder {
  root: string
  at: (...names: string[]) => string
  write: (name: string, data: string | Uint8Array) => string
  read: (name: string) => string
}

export function makeFolder(
  files: Record<string, string | Uint8Array> = {},
  whenDone: (clean: () => void) => void = onTestFinished,
): Folder {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'topo-project-')))
  whenDone(() => rmSync(root, { recursive: true, force: true }))
  const at = (...names: string[]) => path.join(root, ...names)
  const write = (name: string, data: string | Uint8Array) => {
    mkdirSync(path.dirname(at(name)), { recursive: true })
    writeFileSync(at(name), data)
    return at(name)
  }
  for (const [name, data] of Object.entries(files)) write(name, data)
  return { root, at, write, read: (name) => readFileSync(at(name), 'utf8') }
}
