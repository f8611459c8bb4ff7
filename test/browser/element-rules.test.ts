/** The rules of docs/element.md turn fenced blocks into elements; the types name each value of an attribute. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { diagramAttributes, diagramSettings } from '../../src/browser/element/diagram-settings.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/element.md'), 'utf8')

/** The function `topoBlocks` of the block below a heading of the page. */
async function ruleBelow(heading: string): Promise<(given?: unknown) => unknown> {
  const [, code = ''] = /^```js\n(.*?)^```/ms.exec(page.slice(page.indexOf(heading))) ?? []
  const text = `${code}\n${code.includes('export const') ? '' : 'export { topoBlocks }'}`
  const { topoBlocks } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return topoBlocks
}

const script = "const a = () => 1 < 2 && '</p>'\n"
const markdown = `# Page\n\n- item\n\n  \`\`\`topo\n  ${script}  \`\`\`\n\n\`\`\`js\nother()\n\`\`\`\n`

test('markdown-it: a block of the language topo is inside of an element, others stay', async () => {
  const html = new MarkdownIt()
    .use((await ruleBelow('**VitePress**')) as () => void)
    .render(markdown)
  const blocks = [...html.matchAll(/<topo-diagram>(.*?)<\/topo-diagram>/gs)].map(([, one]) => one)
  expect(blocks).toEqual([
    '<pre><code class="language-js">const a = () =&gt; 1 &lt; 2 &amp;&amp; \'&lt;/p&gt;\'\n</code></pre>\n',
  ])
  expect(html).toContain('<pre><code class="language-js">other()\n</code></pre>')
})

test('remark: such a block becomes an element with the text, at any depth', async () => {
  const block = { type: 'code', lang: 'topo', value: script }
  const other = { type: 'code', lang: 'js', value: 'other()' }
  const tree = { type: 'root', children: [{ type: 'list', children: [block] }, other] }
  const transform = (await ruleBelow('**Docusaurus**'))() as (given: object) => void
  transform(tree)
  expect(block).toEqual({
    type: 'diagram',
    lang: 'topo',
    value: script,
    data: {
      hName: 'topo-diagram',
      hChildren: [
        {
          type: 'element',
          tagName: 'script',
          properties: { type: 'text/plain' },
          children: [{ type: 'text', value: script }],
        },
      ],
    },
  })
  expect(other).toEqual({ type: 'code', lang: 'js', value: 'other()' })
})

test('the types and the page have each attribute, and each value that is possible', () => {
  const types = readFileSync(resolve(root, 'templates/element.d.ts'), 'utf8')
  const attributes: Record<string, string[]> = Object.fromEntries(
    [...types.matchAll(/^ {2}(\w+)\?: (.*)$/gm)].map(([, name, type = '']) => [
      name,
      [...type.matchAll(/'(\w+)'/g)].map(([, value = '']) => value),
    ]),
  )
  expect(Object.keys(attributes).sort()).toEqual([...diagramAttributes].sort())
  for (const [name, values] of Object.entries(attributes)) {
    expect(page).toContain(`\`${name}\``)
    for (const value of values) expect(page).toContain(`\`${value}\``)
    const withAttribute = (value: string | undefined) =>
      diagramSettings({
        getAttribute: (one: string) => (one === name ? (value ?? null) : null),
      } as Element)
    for (const value of [...values, '', undefined])
      expect(withAttribute(value)).not.toHaveProperty('message')
    const refused = withAttribute('wrong')
    const hasList = values.length > 0
    expect('fix' in refused && values.every((value) => refused.fix.includes(value))).toBe(hasList)
  }
})
