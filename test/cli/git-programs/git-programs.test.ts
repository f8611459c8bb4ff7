/** No setting of a stranger's repository starts a program: each program that git could run leaves a file. */
// @module-tag git
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, git, pullRequest, repository, step } from '../../action/step.ts'
import { oneOf } from '../../cases.ts'
import { folder, mock, put, script, topo } from '../topo.ts'

/** A repository whose configuration names a program for everything; `ran` lists those that were started. */
function hostile() {
  const out = folder({ x: '' })
  const program = (name: string) => {
    put(join(out, name), `#!/bin/sh\ntouch "$0.ran"\ncat\n`)
    chmodSync(join(out, name), 0o755)
    return `"${join(out, name)}"`
  }
  const module = repository({ 'a.txt': '1' })
  const cwd = repository(
    Object.fromEntries(['a', 'b', 'c'].map((id) => [`${id}.topology.js`, script(id)])),
  )
  git(cwd, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module, 'module')
  const base = commit(cwd)
  rmSync(join(cwd, 'c.topology.js'))
  commit(cwd, { 'a.topology.js': script('a', 'name: New') })

  const settings: [string, string][] = [
    ['remote.origin.url', `ext::sh -c ${program('remote')}`],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['diff.external', program('external')],
    ['diff.driver.command', program('driver')],
    ['diff.driver.textconv', program('textconv')],
    ['core.hooksPath', join(out, 'hooks')],
    ['core.pager', program('pager')],
    ['pager.log', program('pager-log')],
    ['core.fsmonitor', program('fsmonitor')],
    ['core.editor', program('editor')],
    ['core.askPass', program('askpass')],
    ['core.sshCommand', program('ssh')],
    ['core.gitProxy', program('proxy')],
    ['core.alternateRefsCommand', program('alternates')],
    ['credential.helper', program('credential')],
    ['gpg.program', program('gpg')],
    ['gpg.ssh.program', program('gpg-ssh')],
    ['log.showSignature', 'true'],
    ['filter.one.clean', program('clean')],
    ['filter.one.smudge', program('smudge')],
    ['filter.one.required', 'true'],
    ['filter.O.T "her\\.process', program('process')],
    ['filter.two.process', program('process')],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.uploadpack', program('uploadpack')],
    ['include.path', join(out, 'included')],
  ]
  appendFileSync(join(cwd, '.git/config'), settings.map(configLine).join(''))
  put(
    join(out, 'included'),
    `[filter "included"]\n\tclean = ${JSON.stringify(program('included-clean'))}\n`,
  )
  for (const name of ['post-index-change', 'pre-auto-gc', 'post-checkout', 'reference-transaction'])
    program(`hooks/${name}`)
  put(
    join(cwd, '.git/info/attributes'),
    'a.topology.js filter=one diff=driver\nb.topology.js filter=included diff=driver\n',
  )
  put(join(cwd, '.gitattributes'), '*.md filter=two\n*.ts filter=one\n')
  const ofModule: typeof settings = [
    ['core.fsmonitor', program('module-fsmonitor')],
    ['filter.one.clean', program('module-clean')],
  ]
  appendFileSync(join(cwd, '.git/modules/module/config'), ofModule.map(configLine).join(''))
  put(join(cwd, '.git/modules/module/info/attributes'), '* filter=one\n')
  /** The same content with another time makes git read the files again. */
  let time = 0
  const touch = () => {
    time++
    for (const name of ['a.topology.js', 'b.topology.js', 'module/a.txt'])
      utimesSync(join(cwd, name), time, time)
  }
  touch()
  const ran = () =>
    readdirSync(out, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ran'))
  return { cwd, base, touch, ran }
}

/** `section.of.key` as a file of git has it. A process of git for each would take most of the time. */
function configLine([key, value]: [string, string]): string {
  const [, section, part, name] = /^(\w+)\.(?:(.*)\.)?(\w+)$/.exec(key) ?? []
  return `[${section}${part === undefined ? '' : ` ${JSON.stringify(part)}`}]\n\t${name} = ${JSON.stringify(value)}\n`
}

test('topo runs none, and lists unchanged files not as changed without their filters', {
  tags: 'posix',
}, async () => {
  const { cwd, base, touch, ran } = hostile()
  for (const words of [
    'validate --changed',
    'validate --since BASE --json',
    'script review BASE',
    'script diff a.topology.js --git BASE',
    'push --local --if-newer --json',
    'init --ci shell',
  ]) {
    touch()
    const { code, stdout, stderr } = await topo(words.replace('BASE', base).split(' '), { cwd })
    expect([words, code, stderr]).toEqual([words, 0, expect.not.stringContaining('TOPO_')])
    expect([words, ...ran()]).toEqual([words])
    if (!words.includes('--since')) continue
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual([
      'a.topology.js',
    ])
  }
})

test('no command of the Action runs any', { tags: 'posix' }, async () => {
  const { cwd, base, touch, ran } = hostile()
  const { url } = await mock()
  put(join(cwd, 'a.topology.js'), 'let x = ;')
  for (const command of ['validate', 'review', 'push']) {
    touch()
    const { code, log } = await step({
      cwd,
      event: { ...pullRequest(base), before: base },
      inputs: { command, 'api-key': 'ca_demo_alice', 'base-url': url, delete: 'true' },
    })
    expect([command, code, log]).toEqual([command, 1, expect.stringContaining('a.topology.js')])
    expect([command, ...ran()]).toEqual([command])
  }
})

test.each(
  oneOf(2, [
    ['ext', (): string | undefined => undefined],
    ['file', (cwd: string): string | undefined => `file://${cwd}`],
  ] as const),
)(
  'a partial clone fetches nothing by %s: the failure says what is missing',
  { tags: 'posix' },
  async (_, urlFor) => {
    const { cwd, base, ran } = hostile()
    const url = urlFor(cwd)
    if (url !== undefined) git(cwd, 'remote', 'set-url', 'origin', url)
    git(cwd, 'config', 'remote.origin.promisor', 'true')
    git(cwd, 'config', 'core.repositoryFormatVersion', '1')
    git(cwd, 'config', 'extensions.partialClone', 'origin')
    const blob = git(cwd, 'rev-parse', `${base}:a.topology.js`)
    execFileSync('rm', ['-f', join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2))])
    const { code, stderr } = await topo(['script', 'review', base], { cwd })
    expect([code, stderr]).toEqual([1, expect.stringContaining('topo does not fetch')])
    expect(ran()).toEqual([])
  },
)

test('a filter that cannot be switched off is an error', { tags: 'posix' }, async () => {
  const { cwd, ran } = hostile()
  git(cwd, 'config', 'filter.a=b.clean', 'touch ran')
  const { code, stderr } = await topo(['validate', '--changed'], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('filter.a=b.clean')])
  expect(ran()).toEqual([])
})
