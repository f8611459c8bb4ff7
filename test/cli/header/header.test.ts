/** A header that topo does not read is an error in every command: `public: false` in it must not get lost. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneOf } from '../../cases.ts'
import { folder, put, script, topo } from '../topo.ts'

const path = 'secret.topology.js'
const settings = { 'topo.config.json': '{ "defaults": { "public": true } }' }
const lookalike = `// SPDX-License-Identifier: MIT\n\n/* ---\npublic: false\n--- */\n${script('shop')}`

/** A project whose script was pushed, and then lost the markers of its header. */
async function unread(): Promise<string> {
  const cwd = folder({
    ...settings,
    [path]: lookalike.replace('/* ---', '/*---').replace('--- */', '---*/'),
  })
  expect(await topo(['push', '--local', '--yes'], { cwd })).toMatchObject({ code: 0 })
  execFileSync('git', ['init', '-q'], { cwd })
  execFileSync('git', ['add', '-A'], { cwd })
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a'], {
    cwd,
  })
  put(join(cwd, path), lookalike)
  return cwd
}

describe('a comment that looks like the header, and is none', () => {
  test.each(
    oneOf(2, [
      ['validate'],
      ['validate', '-'],
      ['validate', '--format', 'unix'],
      ['push', '--local'],
      ['push', '--local', '--dry-run'],
      ['push', '--local', '--plan-out', 'plan.json'],
      ['push', '--local', '--incremental'],
      ['publish', 'secret', '--local'],
      ['publish', path, '--local', '--json'],
      ['diff', 'secret', '--local'],
      ['diff', path, '--git', 'HEAD'],
      ['render', path, '--format', 'svg', '-o', '-'],
      ['script', 'review', 'HEAD'],
      ['query', 'shop-web'],
      ['import', '.', '--local', '--dry-run'],
    ]),
  )('stops topo %s %s %s', { tags: 'git' }, async (...args) => {
    const cwd = await unread()
    const { code, stdout, stderr } = await topo(args, { cwd, input: lookalike })
    expect(code).toBe(1)
    expect(`${stdout}${stderr}`).toMatch(/topology\.js:3:1:? .*This comment looks like a header/s)
    const { stdout: shown } = await topo(['show', 'secret', '--local', '--json'], { cwd })
    expect(JSON.parse(shown)).toMatchObject({ isPublic: false })
    expect(readFileSync(join(cwd, path), 'utf8')).toBe(lookalike)
  })

  test('is invalid for topo status, with its line', { tags: 'git' }, async () => {
    const { stdout } = await topo(['status', '--local'], { cwd: await unread() })
    expect(stdout).toMatch(
      /^invalid\tsecret\.topology\.js\tline 3: This comment looks like a header/,
    )
  })
})

test('a file whose header stands behind a license is the same after push and pull', async () => {
  const text = `// SPDX-License-Identifier: MIT\r\n\r\n'use strict'\r\n/*---\r\nname: Secret  # ours\r\n---*/\r\n${script('shop').replaceAll('\n', '\r\n')}`
  const cwd = folder({ 'topo.config.json': '{}', [path]: text })
  const run = (...args: string[]) => topo([...args, '--local'], { cwd })
  expect(await run('push', '--yes')).toMatchObject({ code: 0 })
  expect(await run('pull', '--force')).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, path), 'utf8')).toBe(text)
  expect((await run('status')).stdout).toMatch(/^in-sync\t/)
  expect(await run('publish', 'secret')).toMatchObject({ code: 0 })
  const published = text.replace('---*/', 'public: true\r\n---*/')
  expect(readFileSync(join(cwd, path), 'utf8')).toBe(published)
  expect((await run('push')).stdout).toMatch(/^unchanged\t/)
})
