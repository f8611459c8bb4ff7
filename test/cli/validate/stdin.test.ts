/** `topo validate -` reads a script from standard input, e.g. from an editor or a generator. */
import { describe, expect, test } from 'vitest'
import { onScreen } from '../on-screen.ts'
import { ended, folder, script, start, topo } from '../topo.ts'

describe('topo validate -', () => {
  test('I1 I3: reads the script to its end, however slow the input is', async () => {
    const child = start(['validate', '-', '--json'])
    const run = ended(child)
    const text = `${script('slow')}// ✓`
    const half = Buffer.from(text).byteLength - 2
    setTimeout(() => child.stdin.write(Buffer.from(text).subarray(0, half)), 500)
    setTimeout(() => child.stdin.end(Buffer.from(text).subarray(half)), 1000)
    const { code, stdout } = await run
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ path: 'stdin.topology.js', findings: [] }],
    })
  })

  test('I15: reads bytes: removes a byte order mark, counts CRLF as one line end, refuses UTF-16', async () => {
    const text = '\uFEFFconst t = new TopologyBuilder(true)\r\n\r\nt.aply()\r\n'
    const marked = await topo(['validate', '-', '--format', 'unix'], { input: text })
    expect(marked.stdout).toContain('stdin.topology.js:3:')
    const child = start(['validate', '-'])
    const run = ended(child)
    child.stdin.end(Buffer.from(`\uFEFF${script('wide')}`, 'utf16le'))
    expect(await run).toMatchObject({ code: 1, stdout: expect.stringContaining('UTF-16 LE') })
  })

  test('--stdin-filename sets the path for imports, header and findings; the file need not exist', async () => {
    const cwd = folder({
      'topo.config.json': '{}',
      'parts/draw.ts': 'export const label: string = "Web"\n',
    })
    const input = `/*---
nam: Shop
---*/
import { label } from './draw.ts'
const t: any = new TopologyBuilder(true)
t.createGroup('g', { label }).addProcess({ id: 'a', label }).autoResize()
t.apply()
`
    const args = ['validate', '-', '--stdin-filename', 'parts/shop.topology.ts', '--format', 'unix']
    const wrong = await topo(args, { cwd, input })
    expect([wrong.code, wrong.stdout]).toEqual([
      1,
      expect.stringMatching(/^parts\/shop\.topology\.ts:2:1: error:/),
    ])
    const right = await topo(args, { cwd, input: input.replace('nam:', 'name:') })
    expect([right.code, right.stdout]).toEqual([
      0,
      expect.stringMatching(/^parts\/shop\.topology\.ts:7:\d+: hint: .*\[awaited-apply\]/),
    ])
    const elsewhere = await topo(['validate', '-', '--format', 'unix'], {
      cwd,
      input: input.replace('nam:', 'name:'),
    })
    expect([elsewhere.code, elsewhere.stdout]).toEqual([
      1,
      expect.stringMatching(/^stdin\.topology\.js:4:1: error: .*draw\.ts.* \[import\]/),
    ])
  })

  test('shows the lines of standard input, not those of the file on disk', async () => {
    const cwd = folder({ 'a.topology.js': '// content on disk\n' })
    const input = 'const t = new TopologyBuilder(true)\n'
    const { stdout } = await topo(['validate', '-', '--stdin-filename', 'a.topology.js'], {
      cwd,
      input,
    })
    expect(stdout).toContain('const t = new TopologyBuilder(true)')
    expect(stdout).not.toContain('on disk')
  })

  test('I4: does not wait for a terminal', async () => {
    const { code, screen } = await onScreen(['validate', '-'])
    expect([code, screen]).toEqual([
      2,
      expect.stringMatching(/but\s+that\s+is\s+a\s+terminal\.\s+\[TOPO_USAGE\]/),
    ])
  })

  test.each([
    ['a file beside it', ['validate', '-', 'a.topology.js']],
    ['a name without it', ['validate', '--stdin-filename', 'a.topology.js']],
  ])('%s is a usage error', async (_what, args) => {
    const { code, stderr } = await topo(args, { input: '' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('[TOPO_USAGE]')])
  })
})
