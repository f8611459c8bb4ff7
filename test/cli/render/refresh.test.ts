/** `topo render --check` and `--write`: pictures and Markdown blocks stay true. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withoutRecord } from '../../../src/review/refresh/picture-record.ts'
import { onScreen } from '../on-screen.ts'
import { folder, script, topo } from '../topo.ts'

const render = (cwd: string, ...args: string[]) => topo(['script', 'render', ...args], { cwd })
const block = (marker: string) => `<!-- topo ${marker} -->\n<!-- /topo -->\n`

describe('--check and --write', () => {
  test('pictures: missing, written, current, stale', async () => {
    const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    const check = () => render(cwd, '-o', 'docs/', '--check')
    const missing = await check()
    expect([missing.code, missing.stdout]).toEqual([
      3,
      'missing\tdocs/a.svg\ta\nmissing\tdocs/b.svg\tb\n',
    ])
    const written = await render(cwd, '-o', 'docs/', '--write')
    expect([written.code, written.stdout]).toEqual([
      0,
      'written\tdocs/a.svg\ta\nwritten\tdocs/b.svg\tb\n',
    ])
    expect(await check()).toMatchObject({ code: 0, stdout: '' })
    writeFileSync(join(cwd, 'b.topology.js'), script('b').replace("'Web'", "'Site'"))
    const before = readFileSync(join(cwd, 'docs/b.svg'))
    const stale = await check()
    expect([stale.code, stale.stdout]).toEqual([3, 'stale\tdocs/b.svg\tb\n'])
    expect(readFileSync(join(cwd, 'docs/b.svg'))).toEqual(before)
    const { items } = JSON.parse((await render(cwd, '-o', 'docs/', '--check', '--json')).stdout)
    expect(items.map(({ path, state }: { path: string; state: string }) => [path, state])).toEqual([
      ['docs/a.svg', 'current'],
      ['docs/b.svg', 'stale'],
    ])
    expect((await render(cwd, '-o', 'docs/', '--write')).stdout).toBe('written\tdocs/b.svg\tb\n')
    expect(await check()).toMatchObject({ code: 0, stdout: '' })
  })

  test('an SVG starts from its file, so that what was in it keeps its order', async () => {
    const scriptWith = (...ids: string[]) =>
      `const t = new TopologyBuilder(true)\n${ids.map((id) => `t.createProcess({ id: '${id}', label: '${id}' })\n`).join('')}await t.apply()\n`
    const cwd = folder({ 'd.topology.js': scriptWith('a', 'b') })
    const write = () => render(cwd, 'd.topology.js', '-o', 'd.svg', '--write')
    const order = () => {
      const places = [
        ...readFileSync(join(cwd, 'd.svg'), 'utf8').matchAll(
          /translate\(([\d.]+) [\d.]+\)" data-node="(\w)"/g,
        ),
      ]
      return places.sort(([, x], [, other]) => Number(x) - Number(other)).map(([, , id]) => id)
    }
    const check = async () => (await render(cwd, 'd.topology.js', '-o', 'd.svg', '--check')).code
    await write()
    expect([order(), await check()]).toEqual([['a', 'b'], 0])
    writeFileSync(join(cwd, 'd.topology.js'), scriptWith('c', 'b', 'a'))
    expect(await check()).toBe(3)
    await write()
    expect(order().filter((id) => id !== 'c')).toEqual(['a', 'b'])
    expect(await check()).toBe(0)
    rmSync(join(cwd, 'd.svg'))
    await write()
    expect([order(), await check()]).toEqual([['c', 'b', 'a'], 0])
    writeFileSync(join(cwd, 'd.svg'), '<svg/>')
    await write()
    expect(order()).toEqual(['c', 'b', 'a'])
  })

  test.each(['svg', 'mmd', 'dot', 'txt', 'json', 'html'])(
    'a %s in another checkout is current with \\r\\n, and keeps its line ends when it is written',
    async (ending) => {
      const cwd = folder({ 'a.topology.js': script('a') })
      const refresh = (mode: string) => render(cwd, 'a.topology.js', '-o', `a.${ending}`, mode)
      const file = join(cwd, `a.${ending}`)
      await refresh('--write')
      const checkout = readFileSync(file, 'utf8').replaceAll('\n', '\r\n').replace(/\r\n$/, '')
      writeFileSync(file, checkout)
      expect(await refresh('--check')).toMatchObject({ code: 0, stdout: '' })
      // The same text is no other content, so it needs no --force.
      expect((await render(cwd, 'a.topology.js', '-o', `a.${ending}`)).code).toBe(0)
      expect((await refresh('--write')).stdout).toBe('')
      expect(readFileSync(file, 'utf8')).toBe(checkout)
      writeFileSync(join(cwd, 'a.topology.js'), script('a').replace("'Web'", "'Site'"))
      expect((await refresh('--write')).stdout).toBe(`written\ta.${ending}\ta\n`)
      const written = readFileSync(file, 'utf8')
      expect(written).toContain('Site')
      expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    },
  )

  test('a Markdown block in another checkout is current with \\r\\n, and without the last line end', async () => {
    const cwd = folder({ 'a.topology.js': script('a'), 'README.md': `# A\n\n${block('a')}` })
    const file = join(cwd, 'README.md')
    await render(cwd, '--write')
    const checkout = readFileSync(file, 'utf8').replaceAll('\n', '\r\n').replace(/\r\n$/, '')
    writeFileSync(file, checkout)
    expect(await render(cwd, '--check')).toMatchObject({ code: 0, stdout: '' })
    const mixed = checkout.replace('<!-- topo a -->\r\n', '<!-- topo a -->\n')
    writeFileSync(file, mixed)
    expect(await render(cwd, '--check')).toMatchObject({ code: 0, stdout: '' })
    expect((await render(cwd, '--write')).stdout).toBe('')
    expect(readFileSync(file, 'utf8')).toBe(mixed)
    writeFileSync(file, checkout)
    writeFileSync(join(cwd, 'a.topology.js'), script('a').replace("'Web'", "'Site'"))
    expect((await render(cwd, '--write')).stdout).toBe('written\tREADME.md:3\ta\n')
    const written = readFileSync(file, 'utf8')
    expect(written).toContain('Site')
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(written).toMatch(/<!-- \/topo -->$/)
  })

  test('blocks in all Markdown files of the project, without --output', async () => {
    const text = `\uFEFF# Shop\r\n\r\n${block('a').replaceAll('\n', '\r\n')}\`\`\`md\r\n${block('x')}\`\`\`\r\n`
    const cwd = folder({
      'a.topology.js': script('a'),
      'README.md': text,
      'docs/deep/b.md': block('a format=text'),
      'node_modules/x/README.md': block('a'),
      'other.md': 'nothing',
    })
    const check = await render(cwd, '--check')
    expect([check.code, check.stdout]).toEqual([
      3,
      'stale\tREADME.md:3\ta\nstale\tdocs/deep/b.md:1\ta\n',
    ])
    expect((await render(cwd, '--write')).code).toBe(0)
    const written = readFileSync(join(cwd, 'README.md'), 'utf8')
    const flowchart = (await render(cwd, 'a.topology.js', '--format', 'mermaid')).stdout
    const fence = `\`\`\`mermaid\n${flowchart}\`\`\``.replaceAll('\n', '\r\n')
    expect(written).toBe(
      text.replace('<!-- topo a -->\r\n', `<!-- topo a -->\r\n\r\n${fence}\r\n\r\n`),
    )
    expect(readFileSync(join(cwd, 'docs/deep/b.md'), 'utf8')).toContain('```text\na\n1 group')
    expect(readFileSync(join(cwd, 'node_modules/x/README.md'), 'utf8')).toBe(block('a'))
    expect(await render(cwd, '--check')).toMatchObject({ code: 0, stdout: '' })
  })

  test('a wrong block stops its file only; a script with errors keeps its blocks', async () => {
    const cwd = folder({
      'a.topology.js': script('a'),
      'broken.topology.js': 'nonsense(',
      'a.md': `${block('a')}${block('gone')}`,
      'b.md': block('a'),
      'c.md': '<!-- topo broken -->\nold\n<!-- /topo -->\n',
      'd.md': 'x\n\n<!-- topo a -->\n',
    })
    const run = await render(cwd, '--write')
    expect(run.code).toBe(1)
    expect(run.stdout).toContain(
      'failed\ta.md:3\tNo script has the slug "gone". Correct the slug, or remove the block.\n',
    )
    expect(run.stdout).toContain('written\tb.md:1\ta')
    expect(run.stdout).toContain('failed\td.md:3\tThe block has no end. ')
    expect(readFileSync(join(cwd, 'a.md'), 'utf8')).toBe(`${block('a')}${block('gone')}`)
    expect(readFileSync(join(cwd, 'c.md'), 'utf8')).toContain('\nold\n')
    // With named scripts, the blocks of others are not looked at.
    expect((await render(cwd, 'a.topology.js', '--check')).stdout).toContain('stale\ta.md:1\ta\n')
  })

  test('is never written through a link', { tags: 'links' }, async () => {
    const outside = folder({ 'victim.md': block('a') })
    const cwd = folder({ 'a.topology.js': script('a') })
    symlinkSync(join(outside, 'victim.md'), join(cwd, 'link.md'))
    const run = await render(cwd, '--write')
    expect([run.code, run.stdout]).toEqual([0, ''])
    expect(run.stderr).toContain('Nothing to refresh')
    expect(readFileSync(join(outside, 'victim.md'), 'utf8')).toBe(block('a'))
  })

  test('an unknown slug is guessed, and what comes next is to correct it', async () => {
    const cwd = folder({
      'checkout.topology.js': script('checkout'),
      'a.md': block('chekout'),
      'b.md': block('checkout'),
    })
    const { raw } = await onScreen(['render', '--check'], { cwd, columns: 60 })
    const text = raw.replace(/\s+/g, ' ')
    expect(text).toContain(
      'failed a.md:1 No script has the slug "chekout". Did you mean "checkout"? Correct it, or remove the block.',
    )
    expect(text).toContain('1 failed, 1 stale')
    expect(text).toContain('Next: correct what failed, and run the same command with --write')
  })

  test('nothing to refresh is said once, and all that is current is counted', async () => {
    const cwd = folder({ 'a.topology.js': script('a') })
    const nothing = await onScreen(['render', '--check'], { cwd })
    expect(nothing.screen.trim()).toBe(
      'Nothing to refresh: no picture, and no block in a Markdown file.',
    )
    await render(cwd, '-o', 'docs/', '--write')
    const current = await onScreen(['render', '-o', 'docs/', '--check'], { cwd })
    expect(current.screen.trim()).toBe('1 current')
  })

  test.each(['svg', 'png'])('a %s of an older topo, without a record, is current', async (form) => {
    const cwd = folder({ 'a.topology.js': script('a') })
    const file = join(cwd, `a.${form}`)
    await render(cwd, 'a.topology.js', '-o', `a.${form}`)
    const recorded = readFileSync(file)
    const older = withoutRecord(form === 'svg' ? recorded.toString() : recorded)
    writeFileSync(file, older)
    expect(readFileSync(file, 'latin1')).not.toContain('slug=a')
    const check = () => render(cwd, 'a.topology.js', '-o', `a.${form}`, '--check')
    expect((await check()).code).toBe(0)
    await render(cwd, 'a.topology.js', '-o', `a.${form}`, '--write')
    expect(readFileSync(file)).toEqual(recorded)

    writeFileSync(file, older)
    writeFileSync(join(cwd, 'a.topology.js'), script('a').replace("'Web'", "'Site'"))
    expect((await check()).code).toBe(3)
  })

  test('--layer changes no block, and has no effect without --output', async () => {
    const layered =
      "const t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', layer: 'events' }).createProcess({ id: 'b', layer: 'data' })\nawait t.apply()\n"
    const cwd = folder({ 'a.topology.js': layered, 'a.md': block('a') })
    await render(cwd, '--write')
    const current = readFileSync(join(cwd, 'a.md'), 'utf8')

    const idle = await render(cwd, '--write', '--layer', 'data')
    expect([idle.code, idle.stderr]).toEqual([
      2,
      expect.stringContaining('--layer has no effect on pictures that git tracks'),
    ])
    const unknown = await render(cwd, '-o', 'docs/', '--write', '--layer', 'evnets')
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    expect(unknown.stderr).toContain('No diagram has the layer "evnets".')
    expect(unknown.stderr).toContain('Did you mean "events"?')

    const written = await render(cwd, '-o', 'docs/', '--write', '--layer', 'events')
    expect([written.code, written.stdout]).toEqual([0, 'written\tdocs/a.svg\ta\n'])
    expect(written.stderr).toContain('Blocks in Markdown files stay as they are')
    expect(readFileSync(join(cwd, 'a.md'), 'utf8')).toBe(current)
  })

  test('--check and --write exclude each other', async () => {
    const cwd = folder({ 'a.topology.js': script('a') })
    expect((await render(cwd, '--check', '--write')).code).toBe(2)
  })
})
