/** `--fix` and `--fix-dry-run`, with the edits for unused suppressions. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, script, topo } from '../topo.ts'

const comment = '// topo-disable-next-line flow-returned -- there was a flow once\n'
const idle = script('a', 'name: A').replace('await', `${comment}await`)
const fixed = script('a', 'name: A')
const project = () =>
  folder({ 'topo.config.json': '{}', 'parts/a.topology.js': idle, 'b.topology.js': script('b') })
const read = (cwd: string) => readFileSync(join(cwd, 'parts/a.topology.js'), 'utf8')

describe('topo validate', () => {
  test('--fix edits the file and reports fixed and remaining findings', async () => {
    const cwd = project()
    const { code, stdout, stderr } = await topo(['validate', '--fix'], { cwd })
    expect([code, stdout, stderr]).toEqual([
      0,
      '2 scripts are valid\n',
      expect.stringContaining('fixed'),
    ])
    expect(stderr).toMatch(/^parts\/a\.topology\.js:10:27 .* suppression$/m)
    expect(read(cwd)).toBe(fixed)
    expect((await topo(['validate', '--fix'], { cwd })).stderr).toBe('')
  })

  test('--fix-dry-run prints only a patch that git can apply, and writes nothing', {
    tags: 'git',
  }, async () => {
    const cwd = project()
    const { code, stdout, stderr } = await topo(['validate', '--fix-dry-run'], { cwd })
    expect([code, stderr]).toEqual([0, '2 scripts are valid\n'])
    expect(stdout).toMatch(/^--- a\/parts\/a\.topology\.js\n\+\+\+ b\/parts\/a\.topology\.js\n@@ /)
    expect(read(cwd)).toBe(idle)
    execFileSync('git', ['apply'], { cwd, input: stdout })
    expect(read(cwd)).toBe(fixed)
  })

  test('--json reports fixed and remaining findings', async () => {
    const { stdout } = await topo(['validate', '--fix-dry-run', '--json'], { cwd: project() })
    expect(JSON.parse(stdout)).toMatchObject({
      errorCount: 0,
      fixed: [
        {
          path: 'parts/a.topology.js',
          findings: [{ rule: 'suppression', line: 10 }],
          diff: expect.stringContaining(`-${comment}`),
        },
      ],
    })
  })

  test('a script from standard input is fixed only in a patch', async () => {
    const patch = await topo(['validate', '-', '--fix-dry-run'], { input: idle })
    expect(patch.stdout).toContain(`-${comment}`)
    const { code, stderr } = await topo(['validate', '-', '--fix'], { input: idle })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--fix-dry-run')])
  })
})
