/** The last line of a log: push, status, pull, import and export count what they did, on stderr and only in a pipe. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { as, fault } from '../control.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

test('a run in a pipe ends with one line of totals on stderr; stdout has rows only', async () => {
  const { url } = await mock({ fixtures: 'none' })
  const env = as(url)
  const cwd = folder({
    'topo.config.json': '{}',
    'a.topology.js': script('a'),
    'b.topology.js': script('b'),
  })
  const ran = async (line: string, at = cwd) => {
    const { stdout, stderr } = await topo(line.split(' '), { cwd: at, env })
    // Column names are before the totals.
    return [stdout.trim().split('\n').length, stderr.replace(/^[A-Z]+\t.*\n/, '')]
  }
  expect(await ran('push')).toEqual([2, '2 created\n'])
  put(join(cwd, 'b.topology.js'), script('b2'))
  put(join(cwd, 'c.topology.js'), script('c'))
  expect(await ran('status')).toEqual([3, '1 in-sync, 1 local-ahead, 1 new\n'])
  expect(await ran('push')).toEqual([3, '1 unchanged, 1 updated, 1 created\n'])
  const other = folder()
  expect(await ran('pull', folder())).toEqual([3, '3 pulled\n'])
  expect(await ran('export copy', other)).toEqual([3, '3 exported\n'])
  expect(await ran('import copy', other)).toEqual([3, '3 unchanged\n'])
  expect(await ran('push --quiet')).toEqual([3, ''])
  expect((await topo(['push', '--json'], { cwd, env })).stderr).toBe('')
  expect((await topo(['push', '--json-stream'], { cwd, env })).stderr).toBe('')
  const shown = await topo(['status'], { cwd, env, columns: 100 })
  expect(shown.stderr).not.toContain('in-sync')
})

test('a push that ends early has its totals before the error', async () => {
  const { url } = await mock({ fixtures: 'none' })
  await fault(url, { method: 'POST', path: '/v1/scripts', status: 401 })
  const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': script('a') })
  const { stderr } = await topo(['push'], { cwd, env: as(url) })
  expect(stderr).toMatch(/^RESULT\t.*\n1 not-done\n.*\[TOPO_/s)
})
