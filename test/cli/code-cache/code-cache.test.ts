/** Compiled code is kept between two starts; a variable turns that off. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cases, oneOf, testAll } from '../../cases.ts'
import { corpus } from '../../render/corpus/index.ts'
import { folder, put, script, topoProcess } from '../topo.ts'

const answers = async (cwd: string, cache: string, ...args: string[]) => {
  const env = { TOPO_CACHE: cache, XDG_CACHE_HOME: join(cwd, 'caches') }
  const { code, stdout, stderr } = await topoProcess(args, { cwd, env })
  return [code, stdout, stderr]
}

test('the second start reads what the first one wrote, and every command adds its own', async () => {
  const cwd = folder({ 'a.topology.js': script('a') })
  const cache = join(cwd, 'cache')
  const code = join(cache, 'code')
  const first = await answers(cwd, cache, 'validate')
  const [file = ''] = readdirSync(code)
  const written = statSync(join(code, file))
  expect(file).toMatch(/^[0-9a-f]{16}-v[\d.]+-\w+\.code$/)
  expect(await answers(cwd, cache, 'validate')).toEqual(first)
  expect(statSync(join(code, file))).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs })

  const listed = await answers(cwd, cache, 'config', 'list', '--json')
  expect(listed[0]).toBe(0)
  expect(readdirSync(code)).toEqual([file])
  expect(readFileSync(join(code, file)).length).toBeGreaterThan(written.size)
  expect(await answers(cwd, cache, 'config', 'list', '--json')).toEqual(listed)
  // Without the cache, nothing is written.
  const before = readdirSync(cwd)
  expect(await answers(cwd, 'off', 'config', 'list', '--json')).toEqual(listed)
  expect(readdirSync(cwd)).toEqual(before)
})

test('without the variable, the cache is in the folder for caches of the user', {
  tags: 'posix',
}, async () => {
  const cwd = folder({ 'a.topology.js': script('a') })
  await topoProcess(['validate'], {
    cwd,
    env: { TOPO_CACHE: undefined, XDG_CACHE_HOME: join(cwd, 'caches') },
  })
  expect(readdirSync(join(cwd, 'caches', 'topo', 'code'))).toHaveLength(1)
})

test('answers that need no modules leave the cache alone', async () => {
  const cwd = folder()
  expect(await answers(cwd, join(cwd, 'cache'), '--version')).toEqual([
    0,
    expect.stringMatching(/^\d+\.\d+/),
    '',
  ])
  expect(existsSync(join(cwd, 'cache'))).toBe(false)
})

/** Long words that break at a dash, and not at other letters that are more than one byte. */
const letters = script('letters')
  .replace("'Web'", `'${'château–'.repeat(6)}'`)
  .replace("'Database'", `'${'â'.repeat(60)}'`)

const some = oneOf(
  9,
  corpus.filter((_one, n) => n % 8 === 0),
)

testAll('pictures are the same with and without the cache', async () => {
  const cwd = folder({ 'letters.topology.js': letters })
  // One of them has types.
  for (const [name, text] of some)
    put(join(cwd, `${name}.topology.ts`), text.replace(/^return /m, 'export default '))
  const pictures = async (cache: string, to: string) => {
    await answers(cwd, cache, 'render', '--format', 'svg', '--output', `${to}/`)
    return readdirSync(join(cwd, to)).map((name) => [
      name,
      readFileSync(join(cwd, to, name), 'utf8'),
    ])
  }
  const without = await pictures('off', 'without')
  expect(without).toHaveLength(some.length + 1)
  for (const to of ['first', 'second'])
    expect(await pictures(join(cwd, 'cache'), to)).toEqual(without)
})

const damages = {
  'a flipped bit': (bytes: Buffer, at: number) =>
    bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << (at % 8)), at),
  'a hole': (bytes: Buffer, at: number) => bytes.fill(0, at, at + 4096),
}

test.each(oneOf(2, Object.entries(damages)))(
  '%s in the cache changes no answer, and the next run has a good one',
  async (_, damage) => {
    const cwd = folder({ 'a.topology.js': script('a') })
    const cache = join(cwd, 'cache')
    const expected = await answers(cwd, cache, 'validate', '--no-cache')
    const code = join(cache, 'code')
    const file = join(code, readdirSync(code)[0] ?? '')
    const good = readFileSync(file)
    for (const place of Array.from(Array(cases(10)).keys(), (n) => (n + 0.5) / cases(10))) {
      const bytes = Buffer.from(good)
      damage(bytes, Math.floor(place * good.length))
      writeFileSync(file, bytes)
      expect(await answers(cwd, cache, 'validate', '--no-cache')).toEqual(expected)
      expect(await answers(cwd, cache, 'validate', '--no-cache')).toEqual(expected)
      expect(readFileSync(file).equals(bytes)).toBe(false)
    }
  },
)
