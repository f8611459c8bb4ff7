/** `topo open --local` shows what `topo push --local` wrote: the start page, and private scripts. */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  folder,
  heard,
  put,
  script,
  startLive,
  startOnTerminal,
  topo,
  topoOnTerminal,
} from '../topo.ts'

/** Starts the command in a pipe, and waits for the address that it prints. */
async function openLocal(cwd: string, ...words: string[]) {
  const run = await startLive(['open', '--local', ...words], { cwd })
  const stdout = heard(run.stdout)
  await expect.poll(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\S*\n$/)
  return { ...run, url: stdout().trim() }
}

test('a push ends with the way to the picture, and open serves a private script until Ctrl-C', {
  tags: 'terminal',
}, async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { screen } = await topoOnTerminal(['push', '--local'], { cwd })
  expect(screen).toContain('Next: topo open --local shop')

  const { url, kill, ended } = await openLocal(cwd, 'shop')
  expect(await (await fetch(url)).text()).toMatch(/<h1>shop<\/h1>.*class="player"/s)
  expect(await (await fetch(new URL('/', url))).text()).toContain('shop · alice · private')

  // Other commands use it, and do not wait for the data.
  const second = await topo(['open', '--local', 'shop', '--json'], { cwd })
  expect(JSON.parse(second.stdout)).toMatchObject({ slug: 'shop', url })
  const share = (await topo(['script', 'share', 'shop', '--local'], { cwd })).stdout.trim()
  expect((await fetch(share)).status).toBe(200)

  kill('SIGINT')
  expect(await ended).toMatchObject({
    code: 0,
    stdout: `${url}\n`,
    stderr: expect.stringContaining('Ctrl-C stops it.'),
  })
  expect((await topo(['status', '--local'], { cwd })).code).toBe(0)
})

test('two projects are served at once', async () => {
  const one = await openLocal(folder())
  const other = await openLocal(folder())
  expect(one.url).not.toBe(other.url)
})

test('a misspelt script is an error with a guess', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const misspelt = await topo(['open', '--local', 'shp'], { cwd })
  expect([misspelt.code, misspelt.stderr]).toEqual([
    1,
    expect.stringContaining('Did you mean "shop"'),
  ])
})

test('on a terminal, the browser opens the start page', { tags: 'terminal' }, async () => {
  const cwd = folder()
  const log = join(cwd, 'opened')
  put(join(cwd, 'bin/xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > '${log}'\n`)
  chmodSync(join(cwd, 'bin/xdg-open'), 0o755)
  const env = { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` }
  const terminal = startOnTerminal(['open', '--local'], { cwd, env })
  onTestFinished(() => terminal.kill('SIGKILL'))
  const opened = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  await expect.poll(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect((await fetch(opened())).status).toBe(200)
})
