/** The code cache: what it keeps, and from whom it accepts nothing. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cacheFolder } from '../../src/files/cache/cache-folder.ts'
import { temporaryPath } from '../../src/files/temporary.ts'
import { CodeCache } from '../../src/start/code-cache.ts'
import { Modules } from '../../src/start/modules.ts'
import { cases } from '../cases.ts'
import { removeFolder } from '../remove-folder.ts'

const CHANGED = new Date('2026-01-02T03:04:05Z')

/** Built modules with this number, and an empty folder for the cache. */
function built(number: number) {
  const root = mkdtempSync(join(tmpdir(), 'topo code '))
  onTestFinished(() => removeFolder(root))
  const dist = join(root, 'dist')
  mkdirSync(dist)
  const change = (text: string) => {
    writeFileSync(join(dist, 'main.js'), text)
    utimesSync(join(dist, 'main.js'), CHANGED, CHANGED)
  }
  change(`exports.number = () => ${number}\n`)
  const cache = join(root, 'cache')
  const load = () => {
    const modules = new Modules(dist, new CodeCache(cache, 'build'))
    const { number: loadedNumber } = modules.load(join(dist, 'main.js')) as { number(): number }
    const result = loadedNumber()
    modules.save()
    return result
  }
  return { root, dist, cache, file: join(cache, 'build.code'), change, load }
}

/** Text of the same length, size and time: only compiled code in the cache can return the old number. */
function withOldCode(number: number) {
  const project = built(number)
  expect(project.load()).toBe(number)
  project.change(`exports.number = () => ${number + 1}\n`)
  return project
}

test('a second start runs the code that the first one compiled', () => {
  const { load } = withOldCode(1)
  expect(load()).toBe(1)
})

test('a module that has changed is compiled again, and the others stay', () => {
  const { change, load, dist, cache } = built(1)
  writeFileSync(join(dist, 'other.js'), 'exports.other = 1\n')
  change('const { other } = require("./other.js"); exports.number = () => other\n')
  expect(load()).toBe(1)
  const before = readFileSync(join(cache, 'build.code'))
  change('const { other } = require("./other.js"); exports.number = () => other + 1\n')
  expect(load()).toBe(2)
  expect(load()).toBe(2)
  const after = readFileSync(join(cache, 'build.code'))
  expect(after.equals(before)).toBe(false)
  expect(after.includes('other.js')).toBe(true)
  expect(readdirSync(cache)).toEqual(['build.code'])
})

test('the folder and the file belong to their user alone', { tags: 'modes' }, () => {
  const { load, cache, file } = built(1)
  load()
  expect([statSync(cache).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
})

const tampered: Record<string, (project: ReturnType<typeof built>) => void> = {
  'a file that the group can write': ({ file }) => chmodSync(file, 0o620),
  'a file that everybody can write': ({ file }) => chmodSync(file, 0o602),
  'a folder that the group can write': ({ cache }) => chmodSync(cache, 0o770),
  'a folder that everybody can write': ({ cache }) => chmodSync(cache, 0o1777),
  'a folder in one that everybody can write': ({ root }) => chmodSync(root, 0o777),
  'a link': ({ file }) => {
    renameSync(file, `${file}.real`)
    symlinkSync(`${file}.real`, file)
  },
}

test.each(Object.entries(tampered))(
  '%s is not read',
  { tags: ['modes', 'links'] },
  (_name, tamper) => {
    const project = withOldCode(1)
    tamper(project)
    expect(project.load()).toBe(2)
  },
)

const damaged: Record<string, (file: string) => void> = {
  'an empty file': (file) => truncateSync(file, 0),
  'a file that ends too early': (file) => truncateSync(file, readFileSync(file).length - 1),
  'other text': (file) => writeFileSync(file, 'hello, this is a longer text'),
  'an index that is no JSON': (file) => writeFileSync(file, readFileSync(file).fill(0x7b, 20, 22)),
}

test.each(Object.entries(damaged))('%s is written anew', (_name, damage) => {
  const { load, file } = withOldCode(1)
  damage(file)
  expect(load()).toBe(2)
  expect(load()).toBe(2)
  expect(readFileSync(file, 'latin1').startsWith('topo code 2\n')).toBe(true)
})

/** Evenly spread positions in this many bytes. */
const places = (length: number, count: number) =>
  Array.from({ length: count }, (_, n) => Math.floor((n * length) / count))

test('a file with a flipped bit or a zeroed block is removed, and its code does not run', () => {
  const { load, dist, cache, file } = withOldCode(1)
  const good = readFileSync(file)
  const { size, mtimeMs: modified } = statSync(join(dist, 'main.js'))
  const damagedFiles = [
    ...places(good.length, cases(400)).map((at, n) => {
      const bytes = Buffer.from(good)
      bytes[at] = (good[at] ?? 0) ^ (1 << (n % 8))
      return bytes
    }),
    ...places(good.length, cases(50)).map((at) =>
      Buffer.from(good).fill(0, at, Math.min(at + 64, good.length)),
    ),
  ].filter((bytes) => !bytes.equals(good))
  for (const bytes of damagedFiles) {
    writeFileSync(file, bytes)
    expect(new CodeCache(cache, 'build').find('main.js', { size, modified })).toBeUndefined()
    expect(readdirSync(cache)).toEqual([])
  }
  expect([load(), load()]).toEqual([2, 2])
})

test('damaged code of one module is not kept when another is added', () => {
  const { load, dist, cache, file } = withOldCode(1)
  const bytes = readFileSync(file)
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
  writeFileSync(file, bytes)
  new CodeCache(cache, 'build').add(
    new Map([['other.js', { size: 1, modified: 1, code: Buffer.from('other') }]]),
  )
  expect(readFileSync(file).includes('main.js')).toBe(false)
  expect(new CodeCache(cache, 'build').find('other.js', { size: 1, modified: 1 })?.toString()).toBe(
    'other',
  )
  writeFileSync(join(dist, 'other.js'), '')
  expect(load()).toBe(2)
})

test('the file of a killed process is removed, and that of a running one is kept', () => {
  const { cache, file, change, load } = built(1)
  load()
  const running = temporaryPath(file)
  const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(running, '')
  writeFileSync(running.replace(`-${process.pid}-`, `-${ended}-`), '')
  change('exports.number = () => 2 + 0\n')
  load()
  expect(readdirSync(cache).toSorted()).toEqual(['build.code', basename(running)])
})

test('a folder that cannot be made costs only time', () => {
  const { cache, load } = built(1)
  writeFileSync(cache, 'a file')
  expect(load()).toBe(1)
})

test('old files of other builds are removed', () => {
  const { cache, load } = built(1)
  mkdirSync(cache, { mode: 0o700 })
  for (let n = 0; n < 9; n++) writeFileSync(join(cache, `${n}.code`), '')
  writeFileSync(join(cache, 'notes.txt'), 'not ours')
  load()
  expect(readdirSync(cache).filter((name) => name.endsWith('.code'))).toHaveLength(5)
  expect(readdirSync(cache)).toContain('notes.txt')
})

test('a module that fails is loaded again, and its error names its line', () => {
  const { dist, cache, change } = built(1)
  change('exports.early = 1\nthrow new Error("not now")\n')
  const modules = new Modules(dist, new CodeCache(cache, 'build'))
  for (let n = 0; n < 2; n++) {
    const failure = (() => {
      try {
        return modules.load(join(dist, 'main.js'))
      } catch (error) {
        return error as Error
      }
    })()
    expect(failure).toMatchObject({
      message: 'not now',
      stack: expect.stringContaining('main.js:2:7'),
    })
  }
})

test('the folder is chosen by a variable, else by the platform', () => {
  const home = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') =>
    cacheFolder('code', env, platform)
  expect(home({ TOPO_CACHE: '/mine' })).toBe(join('/mine', 'code'))
  expect(cacheFolder('verdicts', { TOPO_CACHE: '/mine', NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(
    join('/mine', 'verdicts'),
  )
  for (const off of ['off', 'OFF', '0', 'false', 'no'])
    expect(home({ TOPO_CACHE: off })).toBeUndefined()
  expect(home({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined()
  expect(home({ XDG_CACHE_HOME: tmpdir() })).toBe(join(tmpdir(), 'topo', 'code'))
  expect(home({ XDG_CACHE_HOME: 'relative' })).toMatch(/[\\/]\.cache[\\/]topo[\\/]code$/)
  expect(home({}, 'darwin')).toMatch(/Library[\\/]Caches[\\/]topo[\\/]code$/)
  expect(home({ LOCALAPPDATA: tmpdir() }, 'win32')).toBe(join(tmpdir(), 'topo', 'code'))
})
