/** `topo render`: writes pictures to standard output, files and folders, in every format. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneOf, testAll } from '../../cases.ts'
import { as } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { folder, put, script, sharedMock, topo, topoProcess } from '../topo.ts'

const service = sharedMock()
const render = (args: string[], cwd: string, input = '') =>
  topo(['script', 'render', ...args], { cwd, env: as(service.url), input })

const named = (label: string) =>
  `const t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label: ${JSON.stringify(label)} })\nawait t.apply()\n`

/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

describe('to standard output', () => {
  test('render writes SVG to a pipe and draws on a terminal', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const { code, stdout, stderr } = await render(['shop.topology.js'], cwd)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^<svg [^>]*aria-label="shop".*<\/svg>\n$/s)
    const { screen } = await onScreen(['script', 'render', 'shop.topology.js'], { cwd })
    expect(screen).toMatch(/shop\n\n┌┄ shop ┄+┐\n/)
  })

  test('render reads a script from standard input or from the service', async () => {
    const cwd = folder()
    const piped = await render(['-', '--format', 'mermaid'], cwd, script('shop'))
    expect(piped.stdout).toMatch(/^flowchart TB\n/)
    const remote = await render(['hello-topology', '--format', 'text'], cwd)
    expect(remote.stdout).toMatch(/^Hello, topology\n/)
    expect(await render(['no-such-script'], cwd)).toMatchObject({ code: 1, stdout: '' })
    expect(await render(['kafka-at-scale'], cwd)).toMatchObject({ code: 1, stdout: '' })
  })

  test('render writes PNG to a pipe but not to a terminal', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const { code, screen } = await onScreen(
      ['script', 'render', 'shop.topology.js', '--format', 'png'],
      {
        cwd,
      },
    )
    expect([code, screen]).toEqual([2, expect.stringContaining('-o picture.png')])
    const { items } = JSON.parse(
      (await render(['shop.topology.js', '--format', 'png', '--json'], cwd)).stdout,
    )
    const [width, height] = sizeOf(Buffer.from(items[0].content, 'base64'))
    expect([width, height]).toEqual([expect.any(Number), expect.any(Number)])
    const { stdout } = await render(['shop.topology.js', '--format', 'png'], cwd)
    expect(stdout).toContain('PNG\r\n')
  })

  test('a folder, a pattern and a slug name scripts, each once', async () => {
    const a = script('a')
    const b = script('b')
    const cwd = folder({
      'in/a.topology.js': a,
      'in/b.topology.js': b,
      'c.topology.js': script('c'),
    })
    const slugs = async (...args: string[]) => {
      const { code, stdout } = await render([...args, '-o', 'out/', '--force', '--json'], cwd)
      return [code, JSON.parse(stdout).items.map(({ slug }: { slug: string }) => slug)]
    }
    expect(await slugs('in')).toEqual([0, ['a', 'b']])
    expect(await slugs('c', 'in/b*', 'in/')).toEqual([0, ['c', 'b', 'a']])
    expect(await render(['out/'], cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing matches "out/"'),
    })
  })

  test('several pictures to one output are an error', async () => {
    const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': script('b') })
    const { code, stderr } = await render([], cwd)
    expect([code, stderr]).toEqual([2, expect.stringContaining('-o pictures/')])
    expect(await render(['-o', 'one.svg'], cwd)).toMatchObject({ code: 2 })
    const layer = await render(['--layer', 'evnets'], cwd)
    expect([layer.code, layer.stderr]).toEqual([
      1,
      expect.stringContaining('No diagram has the layer "evnets".'),
    ])
  })
})

describe('to files', () => {
  test('a total follows several pictures, outside of rows and JSON', async () => {
    const cwd = folder({ 'a.topology.js': script('a'), 'b.topology.js': 'const' })
    const piped = await render(['-o', 'out/'], cwd)
    expect(piped.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'drawn',
      'failed',
      '',
    ])
    expect(piped.stderr).toContain('1 drawn, 1 failed\n')
    const shown = await onScreen(['render', '-o', 'out/'], { cwd })
    expect(shown.screen).toContain('1 drawn, 1 failed')
    const json = await render(['-o', 'out/', '--json'], cwd)
    expect(json.stderr).not.toContain('1 drawn')
    const single = await render(['a.topology.js', '-o', 'out/'], cwd)
    expect([single.stdout, single.stderr]).toEqual(['drawn\ta\tout/a.svg\n', ''])
  })

  test('--fields names those of the rows that the other flags print', async () => {
    const cwd = folder({ 'a.topology.js': script('a') })
    const check = await render(['-o', 'out/', '--check', '--json', '--fields', 'state,path'], cwd)
    expect(JSON.parse(check.stdout).items).toEqual([{ state: 'missing', path: 'out/a.svg' }])
    const wrong = await render(['-o', 'out/', '--check', '--json', '--fields', 'width'], cwd)
    expect(JSON.parse(wrong.stdout).error.message).toContain(
      'Its fields: slug, path, line, state, error, reason, hint.',
    )
    const drawn = await render(['-o', 'out/', '--json', '--fields', 'state'], cwd)
    expect(JSON.parse(drawn.stdout).error.message).toContain('Its fields: slug, title, format,')
  })

  test('the file extension sets the format, and folders are created', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    for (const [file, start] of [
      ['out/shop.svg', '<svg '],
      ['out/deep/shop.html', '<!doctype html>'],
      ['out/shop.mmd', 'flowchart TB'],
      ['out/shop.gv', 'digraph '],
      ['out/shop.json', '{\n  "version": 1'],
    ] as const) {
      expect(await render(['shop.topology.js', '-o', file], cwd)).toMatchObject({
        code: 0,
        stdout: `drawn\tshop\t${file}\n`,
      })
      expect(readFileSync(join(cwd, file), 'utf8').slice(0, start.length)).toBe(start)
    }
    const { code, stderr } = await render(['shop.topology.js', '-o', 'shop.bmp'], cwd)
    expect([code, stderr]).toEqual([2, expect.stringContaining('--format')])
  })

  test('render writes all scripts of a project to a folder', async () => {
    const cwd = folder({ 'a.topology.js': script('a'), 'deep/b.topology.js': script('b') })
    expect(await render(['-o', 'pictures/', '--format', 'png'], cwd)).toMatchObject({ code: 0 })
    expect(readdirSync(join(cwd, 'pictures')).sort()).toEqual(['a.png', 'b.png'])
  })

  test('render overwrites a file with other content only with --force', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop'), 'shop.svg': 'mine' })
    const refused = await render(['shop.topology.js', '-o', 'shop.svg'], cwd)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')])
    expect(readFileSync(join(cwd, 'shop.svg'), 'utf8')).toBe('mine')
    expect(await render(['shop.topology.js', '-o', 'shop.svg', '--force'], cwd)).toMatchObject({
      code: 0,
    })
    // The same again changes nothing.
    expect(await render(['shop.topology.js', '-o', 'shop.svg'], cwd)).toMatchObject({ code: 0 })
  })
})

describe('a script that the service would refuse', () => {
  test('is not rendered; its findings are printed', async () => {
    const cwd = folder({
      'bad.topology.js': 'const t = new TopologyBuilder(\n',
      'good.topology.js': script('good'),
    })
    const { code, stdout, stderr } = await render(['bad.topology.js'], cwd)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('syntax')])
    const all = await render(['-o', 'out/', '--json'], cwd)
    expect(all.code).toBe(1)
    expect(JSON.parse(all.stdout).items).toMatchObject([
      { slug: 'bad', error: 'TOPO_NOT_DRAWN', path: null },
      { slug: 'good', error: null, path: 'out/good.svg' },
    ])
    expect(existsSync(join(cwd, 'out/good.svg'))).toBe(true)
  })

  test('a script with advice is rendered', async () => {
    const cwd = folder({ 'lonely.topology.js': named('Lonely') })
    expect(await render(['lonely.topology.js'], cwd)).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('options', () => {
  test('--scale and --theme change the picture', async () => {
    const cwd = folder({ 'shop.topology.js': script('shop') })
    const sizes = await Promise.all(
      ['1', '3'].map(async (scale) => {
        await render(['shop.topology.js', '-o', `${scale}.png`, '--scale', scale], cwd)
        return sizeOf(readFileSync(join(cwd, `${scale}.png`)))
      }),
    )
    const [one = [], three = []] = sizes
    expect(three.map((length, i) => Math.round(length / (one[i] ?? 0)))).toEqual([3, 3])
    expect(await render(['shop.topology.js', '--scale', '99'], cwd)).toMatchObject({ code: 2 })
    expect((await render(['shop.topology.js', '--theme', 'dark'], cwd)).stdout).not.toContain(
      '@media',
    )
    expect((await render(['shop.topology.js'], cwd)).stdout).toContain('@media')
  })

  test('a picture that is much longer than a screen gets fewer pixels, unless --scale asks for them', async () => {
    const long = `const t = new TopologyBuilder()
      t.createProcess({ id: 'a' }, { x: 0, y: 0 })
      t.createProcess({ id: 'b' }, { x: 8800, y: 0 })
      await t.apply()`
    const cwd = folder({ 'long.topology.js': long, 'shop.topology.js': script('shop') })
    const sizeWith = async (name: string, ...args: string[]) => {
      const run = await render(
        [`${name}.topology.js`, '-o', `${name}.png`, '--force', ...args],
        cwd,
      )
      expect(run).toMatchObject({ code: 0 })
      return sizeOf(readFileSync(join(cwd, `${name}.png`)))
    }
    const [width = 0] = await sizeWith('long')
    expect(width).toBeGreaterThan(15_000)
    expect(width).toBeLessThanOrEqual(16_000)
    expect((await sizeWith('long', '--scale', '2'))[0]).toBeGreaterThan(17_600)
    expect(await sizeWith('shop')).toEqual(await sizeWith('shop', '--scale', '2'))
  })

  testAll('a picture that is much larger than a screen gets fewer pixels, too', async () => {
    // At positions that make it 6,000 wide and 5,000 high.
    const far = `const t = new TopologyBuilder()
      t.createProcess({ id: 'a' }, { x: 0, y: 0 })
      t.createProcess({ id: 'b' }, { x: 5800, y: 4900 })
      await t.apply()`
    const cwd = folder({ 'far.topology.js': far })
    const pixelsOf = async (...args: string[]) => {
      const run = await render(['far.topology.js', '-o', 'far.png', '--force', ...args], cwd)
      expect(run).toMatchObject({ code: 0 })
      return sizeOf(readFileSync(join(cwd, 'far.png'))).reduce((a, b) => a * b)
    }
    const large = await pixelsOf()
    expect(large).toBeGreaterThan(20_000_000)
    expect(large).toBeLessThan(24_000_001)
    expect(await pixelsOf('--scale', '1')).toBeGreaterThan(28_000_000)
  })

  test('a PNG contains Latin, Greek and Cyrillic text without fonts on the machine', async () => {
    for (const [one, other] of oneOf(2, [
      ['Служба А', 'Служба Б'],
      ['Web A', 'Web B'],
      ['Łódź', 'Łodź'],
    ])) {
      const cwd = folder({
        'one.topology.js': named(one as string),
        'other.topology.js': named(other as string),
      })
      await render(['-o', 'out/', '--format', 'png'], cwd)
      const [a, b] = ['one', 'other'].map((name) => readFileSync(join(cwd, 'out', `${name}.png`)))
      expect(a?.equals(b as Buffer)).toBe(false)
    }
  })

  test('a PNG has a replacement character for a letter without a font, no tofu for emoji, and says so', async () => {
    // No font has this letter of a private area.
    const cwd = folder({
      'odd.topology.js': named('Web \u{10FFFD}'),
      'plain.topology.js': named('Web'),
    })
    const odd = await render(['odd.topology.js', '-o', 'odd.png'], cwd)
    expect(odd.code).toBe(0)
    expect(odd.stderr).toMatch(
      /^No font on this machine has .+ a replacement character\. Install a font/,
    )
    expect(await render(['plain.topology.js', '-o', 'plain.png'], cwd)).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  testAll('20 PNG files need less than 400 MB', async () => {
    const groups = `const t = new TopologyBuilder(true)
      for (let g = 0; g < 6; g++) for (let i = 0, group = t.createGroup('g' + g, {}); i < 10; i++) group.addProcess({ id: g + 'n' + i, label: 'Node ' + i })
      await t.apply()`
    const files = Array.from({ length: 20 }, (_, i) => [`p${i}.topology.js`, groups])
    // topo ends without the event "exit". A new process inherits the maxRSS of this one on Linux, so read its own peak.
    const report = `const fs = require("fs"), linux = process.platform === "linux"
      const peak = () => linux ? /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1] : process.resourceUsage().maxRSS
      setInterval(() => fs.writeFileSync(\`\${__dirname}/\${process.pid}.rss\`, String(peak())), 20).unref()`
    const cwd = folder({ ...Object.fromEntries(files), 'report.cjs': report })
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(cwd, 'report.cjs'))}` }
    // It has ended when its files are read and removed.
    const drawn = await topoProcess(
      ['script', 'render', '-o', 'out/', '--format', 'png', '--scale', '3'],
      {
        cwd,
        env,
      },
    )
    expect(drawn).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(join(cwd, 'out'))).toHaveLength(20)
    // In kilobytes.
    const peaks = readdirSync(cwd).filter((name) => name.endsWith('.rss'))
    expect(peaks.length).toBeGreaterThan(0)
    for (const name of peaks)
      expect(Number(readFileSync(join(cwd, name), 'utf8'))).toBeLessThan(400_000)
  })

  test('--layer renders only these layers', async () => {
    const cwd = folder()
    const { stdout } = await render(
      ['payments-platform', '--format', 'text', '--layer', 'network'],
      cwd,
    )
    expect([stdout.includes('CDN'), stdout.includes('Kafka')]).toEqual([true, false])
    const layers = ['--layer', 'netwrok', '--layer', 'network']
    const refused = await render(['payments-platform', '--format', 'text', ...layers], cwd)
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toContain('No diagram has the layer "netwrok". [TOPO_NOT_DRAWN]')
    expect(refused.stderr).toContain('Did you mean "network"?')
    const other = await render(['payments-platform', '--layer', 'xyz', '--json'], cwd)
    expect(JSON.parse(other.stdout).error.hint).toMatch(/^Layers: .*network/)
  })

  test('a name cannot control the terminal', async () => {
    const cwd = folder({ 'odd.topology.js': named('Red \u001b[31m\u009b2J\u202e::error::x') })
    for (const format of oneOf(2, ['text', 'svg', 'mermaid', 'dot', 'html', 'json'])) {
      const { raw } = await onScreen(['script', 'render', 'odd.topology.js', '--format', format], {
        cwd,
      })
      expect([format, /\u001b\[31m|\u009b|\u202e/.test(raw)]).toEqual([format, false])
    }
  })
})

describe('diff --format svg', () => {
  test('renders both versions in one picture', async () => {
    const cwd = folder({
      'a.topology.js': script('x'),
      'b.topology.js': script('x').replace("'tcp'", "'http'"),
    })
    const diff = (...more: string[]) =>
      topo(['script', 'diff', 'a.topology.js', 'b.topology.js', ...more], { cwd })
    expect((await diff('--format', 'svg')).stdout).toMatch(
      /^<svg .*class="edge http changed".*<\/svg>\n$/s,
    )
    const mermaid = await diff('--format', 'mermaid', '--exit-code')
    expect([mermaid.code, mermaid.stdout]).toEqual([
      3,
      expect.stringMatching(/^flowchart TB\n.*linkStyle 0 stroke:#/s),
    ])
  })

  test('fails for a script that does not run', async () => {
    const cwd = folder({ 'a.topology.js': script('x'), 'b.topology.js': 'nonsense(' })
    const { code, stderr } = await topo(
      ['script', 'diff', 'a.topology.js', 'b.topology.js', '--format', 'svg'],
      { cwd },
    )
    expect([code, stderr]).toEqual([1, expect.stringContaining('TOPO_NOT_DRAWN')])
  })
})

testAll('render says on standard error how often a picture violates a guarantee', async () => {
  const nodes = Array.from({ length: 56 }, (_, at) => `t.createProcess({ id: 'n${at}' })`)
  const edges = nodes.flatMap((_, from) =>
    Array.from(nodes.keys(), (to) =>
      from === to ? '' : `t.connect('n${from}', 'n${to}', { label: 'x' })`,
    ),
  )
  const dense = `const t = new TopologyBuilder(true)\n${[...nodes, ...edges].join('\n')}\nawait t.apply()\n`
  const cwd = folder({ 'dense.topology.js': dense, 'shop.topology.js': script('shop') })
  const { code, stderr, stdout } = await render(['dense.topology.js', '--format', 'json'], cwd)
  expect(code).toBe(0)
  const { violations, edges: drawn } = JSON.parse(stdout)
  expect(drawn).toHaveLength(56 * 55)
  expect(violations).toMatchObject({ throughFrames: 0, textsLeftOut: 56 * 55 })
  expect(violations.throughBoxes).toBeGreaterThan(100)
  expect(stderr).toContain(
    `${violations.throughBoxes.toLocaleString('en')} connections pass behind other boxes`,
  )
  expect(stderr).toContain('3,080 texts are left out')
  const { items } = JSON.parse((await render(['dense.topology.js', '--json'], cwd)).stdout)
  expect(items[0].warning).toContain('3,080 texts are left out')
  expect((await render(['shop.topology.js', '--format', 'json'], cwd)).stderr).toBe('')
})

test('--embed-fonts puts letters into SVG files only', async () => {
  const code = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'web', label: 'Web ไทย' })
await t.apply()
`
  const cwd = folder({ 'web.topology.js': code })
  const flags = ['-o', 'web.svg', '--embed-fonts']
  const run = await render(['web.topology.js', ...flags], cwd)
  expect(run.stderr).toBe(
    'The SVG does not carry ไ ท ย, because the bundled font lacks them; the fonts of the reader show them.\n',
  )
  const svg = readFileSync(join(cwd, 'web.svg'), 'utf8')
  expect(svg).toContain("<style>@font-face{font-family:'Inter SemiBold';")
  // The letters of "Web", and a space.
  expect(svg).toContain('unicode-range:U+20,U+57,U+62,U+65}')
  expect((await render(['web.topology.js', ...flags, '--check'], cwd)).code).toBe(0)
  expect((await render(['web.topology.js', '-o', 'web.svg', '--check'], cwd)).code).toBe(3)
  for (const format of oneOf(2, ['png', 'html', 'mermaid', 'sequence'])) {
    const refused = await render(['web.topology.js', '--format', format, '--embed-fonts'], cwd)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('--embed-fonts puts letters into SVG files, but the format is')
  }
})

test('--direction right lays out to the right, and flowcharts lead there too', async () => {
  const body =
    "t.createProcess({ id: 'web' })\nt.createDatabase({ id: 'db' })\nt.connect('web', 'db')"
  const cwd = folder({
    'shop.topology.js': `const t = new TopologyBuilder(true)\n${body}\nawait t.apply()\n`,
  })
  const boxes = async (...more: string[]) => {
    const run = await render(['shop.topology.js', '--format', 'json', ...more], cwd)
    const { nodes, direction } = JSON.parse(run.stdout)
    const [web, db] = ['web', 'db'].map((id) =>
      nodes.find((node: { id: string }) => node.id === id),
    )
    return { isRight: db.x > web.x + web.width, isDown: db.y > web.y + web.height, direction }
  }
  expect(await boxes()).toEqual({ isRight: false, isDown: true, direction: undefined })
  expect(await boxes('--direction', 'down')).toEqual({
    isRight: false,
    isDown: true,
    direction: undefined,
  })
  expect(await boxes('--direction', 'right')).toEqual({
    isRight: true,
    isDown: false,
    direction: 'right',
  })
  const { stdout } = await render(
    ['shop.topology.js', '--format', 'mermaid', '--direction', 'right'],
    cwd,
  )
  expect(stdout).toMatch(/^flowchart LR\n/)
  const refused = await render(['shop.topology.js', '--direction', 'sideways'], cwd)
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain('down')
})

test('the header says where connections lead, --check notices a change, and --direction wins', async () => {
  const code = `const t = new TopologyBuilder(true)
for (const id of ['web', 'api', 'db']) t.createProcess({ id })
t.connect('web', 'api', {}).connect('api', 'db', {})
await t.apply()
`
  const led = (direction: string) => `/*---\ndirection: ${direction}\n---*/\n${code}`
  const cwd = folder({ 'shop.topology.js': led('left') })
  const flowchart = async (...more: string[]) =>
    (await render(['shop.topology.js', '--format', 'mermaid', ...more], cwd)).stdout.split('\n')[0]
  expect(await flowchart()).toBe('flowchart RL')
  expect(await flowchart('--direction', 'down')).toBe('flowchart TB')

  const check = async () =>
    (await render(['shop.topology.js', '-o', 'shop.svg', '--check'], cwd)).code
  const write = ['shop.topology.js', '-o', 'shop.svg', '--write']
  expect((await render(write, cwd)).code).toBe(0)
  const toTheLeft = readFileSync(join(cwd, 'shop.svg'), 'utf8')
  expect(await check()).toBe(0)

  for (const other of [led('up'), code, led('down')]) {
    put(join(cwd, 'shop.topology.js'), other)
    expect(await check()).toBe(3)
    expect((await render(write, cwd)).code).toBe(0)
    expect(await check()).toBe(0)
  }
  put(join(cwd, 'shop.topology.js'), led('left'))
  expect((await render(write, cwd)).code).toBe(0)
  expect(readFileSync(join(cwd, 'shop.svg'), 'utf8')).toBe(toTheLeft)

  put(join(cwd, 'shop.topology.js'), led('west'))
  const refused = await render(['shop.topology.js', '-o', 'other.svg'], cwd)
  expect([refused.code, existsSync(join(cwd, 'other.svg'))]).toEqual([1, false])
  expect(refused.stderr).toContain('shop.topology.js:2:12 ')
  expect(refused.stderr).toContain(
    '`direction` must be down, right, up or left.  header\n  1 │ /*---\n  2 │ direction: west\n',
  )
})

test('--aspect says when the picture has another shape', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const tall = await render(['shop.topology.js', '--aspect', '1:10', '--json'], cwd)
  const wide = await render(['shop.topology.js', '--aspect', '800:900', '--json'], cwd)
  const [item] = JSON.parse(tall.stdout).items
  expect(item.aspect).toEqual({ asked: '1:10', got: expect.stringMatching(/^[\d.]+:[\d.]+$/) })
  expect(item.warning).toBe(`Asked for the shape 1:10, got ${item.aspect.got}.`)
  expect(tall.stderr).toContain(`shop: ${item.warning}`)
  expect(JSON.parse(wide.stdout).items[0]).toMatchObject({
    warning: null,
    aspect: { asked: '8:9' },
  })
  expect(
    JSON.parse((await render(['shop.topology.js', '--json'], cwd)).stdout).items[0].aspect,
  ).toBeNull()
})

test('--aspect chooses narrower or wider rows', async () => {
  const nodes = Array.from({ length: 24 }, (_, at) => `t.createProcess({ id: 'n${at}' })`)
  const edges = Array.from({ length: 22 }, (_, at) => `t.connect('n${at >> 1}', 'n${at + 1}')`)
  const tree = `const t = new TopologyBuilder(true)\n${[...nodes, ...edges].join('\n')}\nawait t.apply()\n`
  const cwd = folder({ 'tree.topology.js': tree })
  const shapeOf = async (aspect: string) => {
    const { stdout } = await render(
      ['tree.topology.js', '--format', 'json', '--aspect', aspect],
      cwd,
    )
    const { width, height, nodes: nodeCount } = JSON.parse(stdout)
    expect(nodeCount).toHaveLength(24)
    return width / height
  }
  const tall = await shapeOf('1:2')
  const square = await shapeOf('1:1')
  const wide = await shapeOf('3:1')
  expect(tall).toBeLessThan(0.8)
  expect(Math.abs(Math.log(square))).toBeLessThan(0.5)
  expect(wide).toBeGreaterThan(1.8)
  const refused = await render(['tree.topology.js', '--aspect', '16x9'], cwd)
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain('"16x9" is not a shape.')
})

describe('styles and descriptions', () => {
  const code =
    "const t = new TopologyBuilder(true)\nt.createProcess({ id: 'a', label: 'A', state: 'error', description: 'Answers' })\nawait t.apply()\n"
  const brand = { accent: '#6d28d9', background: '#fffbeb', text: '#b8a88a', font: 'Fira Sans' }

  test('--descriptions shows them on a terminal too', async () => {
    const cwd = folder({ 'a.topology.js': code })
    const screenOf = async (...flags: string[]) =>
      (await onScreen(['script', 'render', 'a.topology.js', ...flags], { cwd })).screen
    expect(await screenOf('--descriptions')).toContain('Answers')
    expect(await screenOf()).not.toContain('Answers')
  })

  test('the style of the project is drawn, and a pair without contrast is a warning with its ratio', async () => {
    const cwd = folder({
      'a.topology.js': code,
      'topo.config.json': JSON.stringify({ style: brand }),
    })
    const { code: exit, stdout, stderr } = await render(['a.topology.js'], cwd)
    expect(exit).toBe(0)
    expect(stdout).toContain('.canvas{fill:#fffbeb}')
    expect(stdout).toContain("font-family:'Fira Sans','Inter SemiBold',")
    expect(stderr).toContain(
      'text (#b8a88a) on background (#fffbeb) has a contrast of 2.2:1; WCAG AA needs 4.5:1.',
    )
    const other = await render(['a.topology.js', '--style', 'plain'], cwd)
    expect([other.stderr, other.stdout.includes('.canvas{fill:#f8fafc}')]).toEqual(['', true])
    expect(stderr).not.toContain('Inter')
    const { stderr: ofPng } = await render(['a.topology.js', '-o', 'a.png'], cwd)
    expect(ofPng).toContain('Style: a PNG has texts in Inter, not in Fira Sans.')
    expect(await render(['a.topology.js', '--style', 'loud'], cwd)).toMatchObject({ code: 2 })
  })

  test('a comparison and a check have the style of the project, too', async () => {
    const files = { 'a.topology.js': code, 'b.topology.js': code.replace("'A'", "'B'") }
    const cwd = folder({ ...files, 'topo.config.json': '{ "style": "print" }' })
    const diff = await topo(['diff', 'a.topology.js', 'b.topology.js', '--format', 'svg'], {
      cwd,
      env: as(service.url),
    })
    expect(diff.stdout).toContain('.canvas{fill:#ffffff}')
    await render(['a.topology.js', '-o', 'a.svg'], cwd)
    expect(await render(['a.topology.js', '-o', 'a.svg', '--check'], cwd)).toMatchObject({
      code: 0,
    })
    expect(
      await render(['a.topology.js', '-o', 'a.svg', '--check', '--style', 'plain'], cwd),
    ).toMatchObject({
      code: 3,
    })
  })

  test('descriptions are drawn on request', async () => {
    const cwd = folder({ 'a.topology.js': code })
    expect((await render(['a.topology.js'], cwd)).stdout).not.toContain('>Answers</text>')
    expect((await render(['a.topology.js', '--descriptions'], cwd)).stdout).toContain(
      '>Answers</text>',
    )
    expect(
      (await render(['a.topology.js', '--descriptions', '--format', 'mermaid'], cwd)).stdout,
    ).toContain('["A · Answers"]')
  })
})
