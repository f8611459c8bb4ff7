/** A script that has not changed does not run again; nobody sees that, except by the time. */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { folder, script, topoProcess } from '../topo.ts'

const ADVICE = script('shop').replace("label: 'Web'", "label: 'Web', colour: 'red'")

/** A project with a script that has an unknown option, and a way to run topo in it with a cache of its own. */
function project() {
  const cwd = folder({ 'shop.topology.js': ADVICE })
  const cache = join(cwd, '.cache')
  const run = async (args: string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await topoProcess(args, {
      cwd,
      env: { TOPO_CACHE: cache, ...env },
    })
    return { code, output: stdout + stderr }
  }
  const verdicts = join(cache, 'verdicts')
  const files = () =>
    existsSync(verdicts)
      ? readdirSync(verdicts, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
      : []
  /** Writes another message into the verdict: only a run that reads it says that. */
  const plant = () => {
    const [file = ''] = files()
    const text = readFileSync(file, 'utf8').replace(/^.*\n/, '').replace('colour', 'planted')
    writeFileSync(file, `${crc32(text).toString(16)} ${text.length}\n${text}`)
  }
  return { cwd, verdicts, run, files, plant }
}

test('the second run says the same as the first, without running the script', async () => {
  const { run, files, plant } = project()
  const first = await run(['validate'])
  expect(first.output).toContain('colour')
  expect(files()).toHaveLength(1)
  expect(await run(['validate'])).toEqual(first)
  plant()
  expect((await run(['validate'])).output).toContain('planted')
})

test('--no-cache and TOPO_CACHE=off run it again, and keep nothing', async () => {
  const { run, files, plant } = project()
  const first = await run(['validate', '--no-cache'])
  expect(await run(['validate'], { TOPO_CACHE: 'off' })).toEqual(first)
  expect(files()).toEqual([])
  await run(['validate'])
  plant()
  expect(await run(['validate', '--no-cache'])).toEqual(first)
  expect(await run(['validate'], { TOPO_CACHE: 'off' })).toEqual(first)
})

test('commands share what they found: validate, query, status and push', async () => {
  const { run, files, cwd } = project()
  await run(['validate'])
  const [file = ''] = files()
  const before = readFileSync(file, 'utf8')
  for (const command of [
    ['query', 'web'],
    ['status', '--local'],
    ['push', '--local'],
  ])
    expect((await run(command)).code, command[0]).toBe(0)
  expect(files()).toEqual([file])
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(existsSync(join(cwd, '.topo', 'cache'))).toBe(false)
})

test('a damaged verdict, and one that others could have written, is ignored', async () => {
  const { run, files, plant, verdicts } = project()
  const first = await run(['validate'])
  const [file = ''] = files()
  writeFileSync(file, 'nonsense')
  expect(await run(['validate'])).toEqual(first)
  plant()
  chmodSync(verdicts, 0o777)
  expect(await run(['validate'])).toEqual(first)
})
