/** Blocks in Markdown files: what changes, and what keeps its bytes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mayHaveBlocks,
  readBlocks,
  replaceBlocks,
} from '../../../src/review/refresh/markdown-blocks.ts'
import { cases } from '../../cases.ts'

const update = async (text: string | Buffer, content = 'NEW\n\nTWO\n') => {
  const file = Buffer.from(text)
  const blocks = await readBlocks('a.md', file)
  const { bytes, changed } = replaceBlocks(file, blocks, ({ slug }) =>
    slug === 'kept' ? undefined : content,
  )
  return { bytes, text: bytes.toString(), changed }
}
const block = (content: string, marker = 'shop') =>
  `<!-- topo ${marker} -->\n${content}<!-- /topo -->\n`

describe('a block', () => {
  test('gets the new content, and is current afterwards', async () => {
    const first = await update(`# Title\n\n${block('old\n')}\nAfter.`)
    expect(first.text).toBe(`# Title\n\n${block('\nNEW\n\nTWO\n\n')}\nAfter.`)
    expect(first.changed).toMatchObject([
      { slug: 'shop', format: 'mermaid', scenario: undefined, line: 3 },
    ])
    const second = await update(first.bytes)
    expect([second.changed, second.bytes]).toEqual([[], first.bytes])
  })

  test('has the line ends of its first line, and the indent of a list', async () => {
    expect((await update('a\r\n<!-- topo shop -->\r\n<!-- /topo -->\r\nb\n')).text).toBe(
      'a\r\n<!-- topo shop -->\r\n\r\nNEW\r\n\r\nTWO\r\n\r\n<!-- /topo -->\r\nb\n',
    )
    expect((await update('- a\n\n  <!-- topo shop -->\n  <!-- /topo -->\n')).text).toBe(
      '- a\n\n  <!-- topo shop -->\n\n  NEW\n\n  TWO\n\n  <!-- /topo -->\n',
    )
    expect((await update('\uFEFF<!-- topo shop -->\n<!-- /topo -->')).text).toBe(
      '\uFEFF<!-- topo shop -->\n\nNEW\n\nTWO\n\n<!-- /topo -->',
    )
  })

  test('keeps bytes that are no UTF-8 around it', async () => {
    const odd = Buffer.from([0xff, 0x00, 0xe2, 0x28, 0x0a, 0x0a])
    const { bytes } = await update(Buffer.concat([odd, Buffer.from(block('')), odd]))
    expect(bytes.subarray(0, odd.length)).toEqual(odd)
    expect(bytes.subarray(-odd.length)).toEqual(odd)
    expect(bytes.toString()).toContain('NEW')
  })

  test('may say format and scenario', async () => {
    const { changed } = await update(
      `${block('', 'a format=sequence scenario=buy')}\n${block('', 'b format=text')}`,
    )
    expect(changed).toMatchObject([
      { slug: 'a', format: 'sequence', scenario: 'buy', line: 1 },
      { slug: 'b', format: 'text', scenario: undefined, line: 4 },
    ])
  })

  test('in <details> is one, too', async () => {
    expect((await update(`<details>\n${block('')}</details>\n`)).text).toContain('NEW')
  })

  test.each([
    ['in fenced code', `\`\`\`md\n${block('x\n')}\`\`\`\n`],
    ['in fenced code with tildes', `~~~~\n~~~\n${block('x\n')}~~~~\n`],
    [
      'in fenced code of a list',
      `- \`\`\`md\n  ${block('x\n').replaceAll('\n', '\n  ')}\n  \`\`\`\n`,
    ],
    ['in indented code', `a\n\n    <!-- topo shop -->\n    <!-- /topo -->\n`],
    ['in inline code', 'Write `<!-- topo shop -->` and `<!-- /topo -->`.\n'],
    ['in a longer comment', `<!--\n<!-- topo shop\n-->\n`],
    ['in <pre>', `<pre>\n${block('x\n')}</pre>\n`],
    ['of another program', '<!-- topo:review -->\n<!-- topology shop -->\n'],
    ['for a script that was not chosen', block('x\n', 'kept')],
  ])('%s stays as it is', async (_what, text) => {
    const { bytes, changed } = await update(text)
    expect([bytes.toString(), changed]).toEqual([text, []])
  })

  test.each([
    ['without end', 'a\n\n<!-- topo shop -->\nb\n', 'a.md:3: The block has no end'],
    ['at the end of the file', '<!-- topo shop -->', 'a.md:1: The block has no end'],
    [
      'whose end is in code',
      '<!-- topo shop -->\n```\n<!-- /topo -->\n```\n',
      'a.md:1: The block has no end',
    ],
    [
      'in another one',
      '<!-- topo a -->\n<!-- topo b -->\n<!-- /topo -->\n',
      'a.md:2: A block cannot start in',
    ],
    ['without start', 'a\n\n<!-- /topo -->\n', 'a.md:3: <!-- /topo --> ends a block'],
    [
      'without a script',
      '<!-- topo  -->\n<!-- /topo -->\n',
      'a.md:1: The comment must name a script',
    ],
    [
      'with an unknown option',
      block('', 'shop colour=red'),
      'a.md:1: "colour=red" is not an option',
    ],
    ['with an unknown format', block('', 'shop format=gif'), '"format=gif" is not an option'],
    [
      'with a scenario of a flowchart',
      block('', 'shop scenario=a'),
      'scenario= needs format=sequence',
    ],
    ['beside text', '<!-- topo shop --> x\n<!-- /topo -->\n', 'must be alone on its line'],
  ])('%s is refused with its place', async (_what, text, message) => {
    await expect(update(text)).rejects.toMatchObject({
      code: 'TOPO_MARKDOWN_BLOCK',
      message: expect.stringContaining(message),
    })
  })
})

test('any text around blocks keeps its bytes', async () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      '# x',
      '- a',
      '> q',
      '',
      '  text',
      '| a | b |',
      '<b>',
      '\uFEFF',
      '---',
      '[a]: b',
    ),
  )
  const around = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(around, around, fc.constantFrom('\n', '\r\n'), async (before, after, end) => {
      const [first, last] = [before, after].map((lines) => lines.flat().join('')) as [
        string,
        string,
      ]
      // Code and comments of the text before would take the block in.
      fc.pre(!/```|~~~|<|topo/.test(first + last))
      const text = `${first}${end}${end}<!-- topo shop -->${end}x${end}<!-- /topo -->${end}${last}`
      const { bytes, changed } = await update(text)
      expect(changed).toHaveLength(1)
      const head = `${first}${end}${end}<!-- topo shop -->${end}`
      const tail = `<!-- /topo -->${end}${last}`
      expect(bytes.equals(Buffer.from(`${head}${end}NEW${end}${end}TWO${end}${end}${tail}`))).toBe(
        true,
      )
    }),
    { numRuns: cases(300) },
  )
})

test('a large hostile file is read in linear time', async () => {
  const start = performance.now()
  for (const text of [
    `<!-- topo ${' '.repeat(1_000_000)}`,
    '<!-- topo '.repeat(100_000),
    `${'> '.repeat(2_000)}<!-- topo x -->\n`,
    `${'<!--\n'.repeat(100_000)}<!-- topo x`,
  ]) {
    mayHaveBlocks(Buffer.from(text))
    await update(text).catch(() => {})
  }
  expect(performance.now() - start).toBeLessThan(5_000)
})
