/** Temporary files: a later run removes those of a killed process, and none that may still be written. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { writeAtomic } from '../../src/files/atomic.ts'
import { sweepTemporary, temporaryMark, temporaryPath } from '../../src/files/temporary.ts'
import { makeFolder } from '../project/folder.ts'

const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
/** The same name, of a process that has ended. */
const killed = (path: string) => path.replace(`-${process.pid}-`, `-${ended}-`)
const otherMachine = (path: string) => path.replace(/\.tmp-\w{8}/, '.tmp-01234567')

const empty = () => makeFolder().root

/** Creates a file, and returns its name. */
function left(path: string, age = 0): string {
  writeFileSync(path, 'half')
  const time = new Date(Date.now() - age * 60_000)
  utimesSync(path, time, time)
  return basename(path)
}

test('a write removes what killed processes left in its folder, and nothing else', async () => {
  const folder = empty()
  const file = join(folder, 'shop.topology.js')
  left(killed(temporaryPath(file)))
  left(otherMachine(temporaryPath(file)), 11)
  left(temporaryPath(file), 11)
  const kept = [
    left(temporaryPath(file)),
    left(otherMachine(temporaryPath(file)), 9),
    left(`${file}.tmp-1234567890abcdef`, 99),
    left(join(folder, 'notes.tmp'), 99),
  ]
  await writeAtomic(file, 'whole')
  expect(readdirSync(folder).toSorted()).toEqual(['shop.topology.js', ...kept].toSorted())
})

test('a write into .topo removes what killed processes left there', async () => {
  const root = empty()
  mkdirSync(join(root, '.topo'))
  left(killed(temporaryPath('a.json', join(root, '.topo'))))
  await writeAtomic(join(root, 'a.json'), '{}', { root })
  expect(readdirSync(join(root, '.topo'))).toEqual([])
})

test('folders of a killed process are removed with their files, those of a running one never', () => {
  const folder = empty()
  const made = mkdtempSync(join(folder, `topo-revision${temporaryMark()}`))
  const old = new Date('2020-01-01')
  utimesSync(made, old, old)
  mkdirSync(killed(made))
  writeFileSync(join(killed(made), 'a.topology.js'), '')
  sweepTemporary(folder, Date.now())
  expect([existsSync(made), existsSync(killed(made))]).toEqual([true, false])
})
