/**
 * A push of many scripts checks them in threads while it asks the service: nothing else about it
 * changes.
 */
import { expect, test } from 'vitest'
import { as, fault, writes } from '../control.ts'
import { folder, mock, script, topoProcess } from '../topo.ts'

/** So long that they are checked in threads. */
const long = (id: string, code = '') => `${script(id)}${code}// ${'long '.repeat(5_000)}\n`
const names = Array.from({ length: 20 }, (_, n) => `s-${String(n).padStart(2, '0')}`)
const files = (broken: string) =>
  Object.fromEntries(
    names.map((name) => [
      `${name}.topology.js`,
      long(name, name === broken ? 'throw new Error("no")\n' : ''),
    ]),
  )

test('results are in the order of the files, and an invalid script is not sent', async () => {
  const { url } = await mock()
  const cwd = folder(files('s-07'))
  const env = as(url)
  const dry = await topoProcess(['push', '--dry-run'], { cwd, env })
  expect(await writes(url)).toEqual([])
  expect(dry.stderr).toContain('s-07.topology.js')
  const { code, stdout } = await topoProcess(['push', '--json'], { cwd, env })
  const { items } = JSON.parse(stdout) as { items: { slug: string; action: string }[] }
  expect(code).toBe(1)
  expect(items.map(({ slug, action }) => [slug, action])).toEqual(
    names.map((name) => [name, name === 's-07' ? 'invalid' : 'created']),
  )
  expect(await writes(url)).toHaveLength(names.length - 1)
})

test('a service that answers nothing ends the push, and the threads with it', async () => {
  const { url } = await mock()
  await fault(url, { method: 'GET', path: '/v1/scripts/*', status: 403, times: 1000 })
  await fault(url, { method: 'GET', path: '/v1/scripts', status: 403, times: 1000 })
  const cwd = folder(files(''))
  const { code, stdout } = await topoProcess(['push', '--json'], { cwd, env: as(url) })
  expect(code).not.toBe(0)
  expect(stdout).toContain('TOPO_')
  expect(await writes(url)).toEqual([])
})
