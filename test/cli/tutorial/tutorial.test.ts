/**
 * Follows docs/tutorial.md like a reader: writes its files, applies its changes, runs every line of its `sh` blocks on a
 * terminal, and compares the screen with the `text` block below. In that block, `…` stands for any text.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folder, mock, put, startOnTerminal, topoOnTerminal, withoutProgress } from '../topo.ts'

const tutorial = readFileSync(resolve(import.meta.dirname, '../../../docs/tutorial.md'), 'utf8')
const SERVICE = 'https://diagrams.example.com'

/** The blocks, each with the file that the paragraph above names last. */
const blocks = [...tutorial.matchAll(/([^\n]*)\n\n```(\w+)\n(.*?)```/gs)].map(
  ([, above = '', kind = '', text = '']) => ({
    kind,
    text,
    file: above.match(/.*`([\w./-]+\.\w+)`/)?.[1],
  }),
)

test('the tutorial works, and shows what topo prints', {
  tags: ['git', 'terminal'],
  timeout: 120_000,
}, async () => {
  const { url } = await mock()
  let cwd = folder()
  // No browser starts.
  for (const name of ['open', 'xdg-open']) {
    put(join(cwd, 'bin', name), '#!/bin/sh\n')
    chmodSync(join(cwd, 'bin', name), 0o755)
  }
  const env = {
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
    TOPO_CONFIG_HOME: join(cwd, 'config'),
    GIT_AUTHOR_NAME: 'x',
    GIT_AUTHOR_EMAIL: 'x@example.com',
    GIT_COMMITTER_NAME: 'x',
    GIT_COMMITTER_EMAIL: 'x@example.com',
  }

  let screen = ''
  for (const { kind, text, file } of blocks) {
    if (kind === 'text') {
      expect(neutral(screen)).toMatch(exactly(text))
    } else if (kind !== 'sh') {
      expect(file, text).toBeDefined()
      const path = join(cwd, file as string)
      put(path, kind === 'diff' ? changed(readFileSync(path, 'utf8'), text) : text)
    } else await runLines(text)
  }

  async function runLines(text: string) {
    for (const line of text.trim().split('\n')) {
      if (line.startsWith('topo ')) screen = await run(line)
      else cwd = String(execFileSync('sh', ['-ec', `${line} >&2; pwd`], { cwd, env })).trim()
    }
  }

  /** Runs the line to its end; a server runs on until the test ends. */
  async function run(line: string) {
    const isServer = /^topo (preview|open --local)/.test(line)
    const words = [...line.replaceAll(SERVICE, url).matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    )
    if (!isServer) {
      const answer = { 'API key': 'ca_demo_alice\r' }
      const { raw } = await topoOnTerminal(words.slice(1), { cwd, env, answer })
      return withoutProgress(raw).replaceAll(url, SERVICE)
    }
    const port = words[1] === 'preview' ? ['--port', '0'] : []
    const terminal = startOnTerminal([...words.slice(1), ...port], { cwd, env })
    let seen = ''
    const ended = new Promise<void>((done) => terminal.onExit(() => done()))
    terminal.onData((data) => {
      seen += data
    })
    onTestFinished(() => {
      terminal.kill('SIGINT')
      return ended
    })
    await expect.poll(() => seen, { timeout: 20_000 }).toMatch(/Ctrl-C.*\n/s)
    return withoutProgress(seen).replaceAll(url, SERVICE)
  }
})

test('the comparison finds another output', () => {
  expect('1 script is valid\n').not.toMatch(exactly('2 scripts are valid\n'))
  expect('2 scripts are valid\nand more\n').not.toMatch(exactly('2 scripts are valid\n'))
  expect(neutral('http://127.0.0.1:33333/v/a\r\n')).toMatch(exactly('http://127.0.0.1:4010/v/…\n'))
  expect(() => changed('a\nb\n', ' a\n+x\n c\n')).toThrow()
})

/** Free ports differ, and a terminal ends lines with CR LF. */
const neutral = (text: string) =>
  text
    .replaceAll('\r', '')
    .replace(/ +$/gm, '')
    .replace(/(127\.0\.0\.1):\d+/g, '$1:PORT')
    .trim()

const exactly = (text: string) =>
  new RegExp(
    `^${neutral(text)
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      // A long path begins its own line.
      .replaceAll(' …', '\\s.*')
      .replaceAll('…', '.*')}$`,
    's',
  )

/** Applies the lines of a `diff` block, which may leave out the lines around them. */
function changed(text: string, diff: string): string {
  const side = (without: string) =>
    diff
      .split('\n')
      .filter((line) => !line.startsWith(without))
      .map((line) => line.slice(1))
      .join('\n')
  expect(text).toContain(side('+'))
  return text.replace(side('+'), side('-'))
}
