/** Threads of the built language server. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setImmediate as immediately } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { crc32 } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { aborted } from '../../../src/lsp/checks/aborted-check.ts'
import { Threads } from '../../../src/lsp/checks/threads.ts'
import { Superseded } from '../../../src/threads/job.ts'
import { folder, script } from '../../cli/topo.ts'

test('a job that waits while abandoned ones end is done, also if their results arrive too late', async () => {
  const threads = new Threads({ file: pathToFileURL(resolve('dist/lsp-thread.js')) })
  onTestFinished(() => threads.close())
  const file = join(folder(), 'a.topology.js')
  const params = {
    file,
    text: script('a'),
    open: new Map(),
    folders: [],
    baseline: undefined,
    twins: undefined,
  }
  const check = (signal?: AbortSignal) => threads.ask('check', params, signal)
  await Promise.all([check(), check()])
  const cancel = new AbortController()
  const abandoned = [check(cancel.signal), check(cancel.signal)]
  const waiting = check()
  cancel.abort()
  for (const one of abandoned) await expect(one).rejects.toThrow(Superseded)
  // Both results arrive, and the time of both threads is over, before this thread can look at either. Timers come first.
  await immediately()
  const begin = performance.now()
  while (performance.now() - begin < 500);
  expect(await waiting).toMatchObject({ hasRun: true, findings: [] })
})

test('a check that was aborted says what helps in an editor, which knows no paths to check', () => {
  const { findings } = aborted('/project/a.topology.js', new Error('its thread died'))
  expect(findings).toMatchObject([
    {
      rule: 'runtime',
      message: 'The check of this script was aborted: its thread died',
      fix: 'Make the script smaller. The next edit checks it again.',
    },
  ])
})

test("a check without a result in time is reported as the machine's, not as the script's", async () => {
  const threads = new Threads({ file: pathToFileURL(resolve('dist/lsp-thread.js')), timeoutMs: 1 })
  onTestFinished(() => threads.close())
  const file = join(folder(), 'a.topology.js')
  const params = {
    file,
    text: 'for (;;);',
    open: new Map(),
    folders: [],
    baseline: undefined,
    twins: undefined,
  }
  const error: unknown = await threads.ask('check', params).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'TOPO_BUSY' })
  expect(aborted(file, error as Error).findings).toMatchObject([
    { rule: 'TOPO_BUSY', message: expect.stringMatching(/^This machine is too busy/) },
  ])
})

test('a search runs a script once: the next one reads its names, until it changes', async () => {
  const verdicts = join(folder(), 'verdicts')
  const file = pathToFileURL(resolve('dist/lsp-thread.js'))
  const threads = new Threads({ file, verdicts })
  onTestFinished(() => threads.close())
  const cwd = folder({ 'topo.config.json': '{}', 'a.topology.js': script('a') })
  const search = (open = new Map<string, string>()) =>
    threads.ask('others', { file: join(cwd, '.topo'), open, folders: [] })
  const first = await search()
  expect(first).toMatchObject([{ names: { path: 'a.topology.js', nodes: expect.any(Array) } }])
  const [kept = '', ...others] = readdirSync(verdicts, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(others).toEqual([])
  const text = readFileSync(kept, 'utf8').replace(/^.*\n/, '').replace('Web', 'Net')
  writeFileSync(kept, `${crc32(text).toString(16)} ${text.length}\n${text}`)
  expect(JSON.stringify(await search())).toBe(JSON.stringify(first).replace('Web', 'Net'))
  const moved = `// A line.\n${script('a')}`
  writeFileSync(join(cwd, 'a.topology.js'), moved)
  expect(JSON.stringify(await search())).not.toContain('Net')
})
