/** Pipelines run a job again whose service is away or limits requests (exit code 75), and no other failure. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ExitCode } from '../../../src/errors.ts'
import { programs } from '../host/binary.ts'
import { folder, script, topo } from '../topo.ts'

const templates = resolve(import.meta.dirname, '../../../templates')
const read = (path: string) => readFileSync(join(templates, path), 'utf8')

test.each([['ci/gitlab/diagrams.yml'], ['diagrams/template.yml']])(
  '%s: GitLab repeats every job twice after exit code 75',
  (path) => {
    const jobs = parse(read(path).split('\n---\n').at(-1) as string) as Record<
      string,
      { extends?: string; retry?: object }
    >
    const retryOf = (name: string | undefined): object | undefined =>
      name === undefined ? undefined : (jobs[name]?.retry ?? retryOf(jobs[name]?.extends))
    const names = Object.keys(jobs).filter((name) => !name.startsWith('.'))
    expect(names).toContain('diagrams:publish')
    for (const name of names)
      expect(retryOf(name), name).toEqual({ max: 2, exit_codes: ExitCode.temporary })
  },
)

/** Runs ci/diagrams.sh with a topo whose push or drift check exits with these codes, one after another. */
async function runScript(word: string, codes: readonly number[]) {
  const cwd = folder({
    '.git/HEAD': '',
    'topo.config.json': '{}',
    'shop.topology.js': script('shop'),
  })
  expect(await topo(['init', '--ci', 'shell'], { cwd })).toMatchObject({ code: 0 })
  const next = codes.map((code, index) => `${index + 1}) exit ${code} ;;`).join(' ')
  const path = programs({
    npm: 'exit 0',
    topo: `[ "$1" = validate ] && exit 0
echo "$1" >> calls
case $(wc -l < calls | tr -d ' ') in ${next} esac`,
    sleep: 'echo "$1" >> pauses',
  })
  const { status } = spawnSync('sh', ['ci/diagrams.sh', word], {
    cwd,
    env: { PATH: `${path}:${process.env.PATH}`, HOME: cwd, TMPDIR: folder() },
  })
  const linesOf = (name: string) => {
    const file = join(cwd, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }
  return { status, calls: linesOf('calls'), pauses: linesOf('pauses') }
}

test.each([
  ['publish', [0], 0, []],
  ['publish', [75, 0], 0, ['60']],
  ['publish', [75, 75, 75], 75, ['60', '120']],
  ['publish', [75, 5], 5, ['60']],
  ['publish', [6], 6, []],
  ['drift', [75, 3], 3, ['60']],
] as const)(
  'ci/diagrams.sh %s: commands that exit with %j',
  { tags: ['posix'] },
  async (word, codes, status, pauses) => {
    const command = word === 'publish' ? 'push' : 'status'
    expect(await runScript(word, codes)).toEqual({
      status,
      calls: codes.map(() => command),
      pauses,
    })
  },
)
