/** `topo render -o site/ --format html`: a page of each diagram and an index.html with pictures, search and tags. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, script, topo } from '../topo.ts'

const evil = '"><img src=x onerror=alert(1)></script>'
const files = {
  'a.topology.js': script(
    'a',
    `name: '${evil}'\ndescription: How money moves\ntags: [payments, '${evil}']`,
  ),
  'b.topology.js': script('b', 'tags: [payments]'),
  'broken.topology.js': 'const = 1',
}
const site = (cwd: string, ...args: string[]) =>
  topo(['render', '-o', 'site/', '--format', 'html', ...args], { cwd })

test('the index names every diagram that is drawn, and stays true', async () => {
  const cwd = folder(files)
  const index = () => readFileSync(join(cwd, 'site/index.html'), 'utf8')
  expect((await site(cwd)).stdout).toContain('drawn\tindex\tsite/index.html\n')
  expect([...index().matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'a.html',
    'b.html',
  ])
  expect(index()).toContain('How money moves')
  expect(index()).not.toContain('<img src=x')
  expect(index()).toMatch(
    /content="default-src &#39;none&#39;; img-src data:; script-src &#39;sha256-\S+&#39;; style/,
  )

  expect((await site(cwd, '--check')).stdout).not.toContain('index')
  writeFileSync(join(cwd, 'b.topology.js'), files['b.topology.js'].replace('payments', 'billing'))
  expect(await site(cwd, '--check')).toMatchObject({
    stdout: expect.stringContaining('stale\tsite/index.html\tindex\n'),
  })
  await site(cwd, '--write')
  expect(index()).toContain('billing')
})

test('a choice of scripts, another format and a script called index write no index', async () => {
  const cwd = folder(files)
  await site(cwd, 'a.topology.js')
  await topo(['render', '-o', 'site/', '--format', 'svg'], { cwd })
  expect(() => readFileSync(join(cwd, 'site/index.html'))).toThrow()
  const other = folder({ 'index.topology.js': script('index'), 'b.topology.js': script('b') })
  const { stderr } = await site(other)
  expect(stderr).toContain('No index.html was written: the diagram "index" has this file.')
  expect(readFileSync(join(other, 'site/index.html'), 'utf8')).toContain('class="player whole"')
})

/** A diagram with these nodes. */
const drawing = (ids: readonly string[], header = '') =>
  [
    `/*---\n${header}\n---*/`,
    'const t = new TopologyBuilder(true)',
    ...ids.map((id) => `t.createProcess({ id: '${id}', label: '${id}' })`),
    'await t.apply()',
  ].join('\n')

const related = {
  'one.topology.js': drawing(['web', 'db', 'own'], 'name: One'),
  'two.topology.js': drawing(['web', 'db'], 'name: Two & more'),
  'three.topology.js': drawing(['db'], 'name: Three'),
  'elsewhere.topology.js': drawing(['own'], 'name: Elsewhere\nnamespace: elsewhere'),
  'broken.topology.js': `${drawing(['own'])}\nnonsense(`,
}
const elsewhereIn = (
  page: string,
): Record<string, { links: { title: string; href: string }[] }> => {
  const [, data = ''] = /id="picture">(.*?)<\/script>/s.exec(page) ?? []
  return Object.fromEntries(JSON.parse(data).elsewhere ?? [])
}

test('a page leads back to the index, and to the pages that draw the same node', async () => {
  const cwd = folder(related)
  await site(cwd)
  const read = (slug: string) => readFileSync(join(cwd, `site/${slug}.html`), 'utf8')
  expect(read('one')).toContain('<a class="back" href="index.html">All diagrams</a>')
  expect(elsewhereIn(read('one'))).toEqual({
    web: { links: [{ title: 'Two & more', href: 'two.html#node=web' }], count: 1 },
    db: {
      links: [
        { title: 'Three', href: 'three.html#node=db' },
        { title: 'Two & more', href: 'two.html#node=db' },
      ],
      count: 2,
    },
  })
  expect(elsewhereIn(read('elsewhere'))).toEqual({})

  const only = await topo(['render', 'one.topology.js', '-o', 'one.html'], { cwd })
  expect(only.code).toBe(0)
  const page = readFileSync(join(cwd, 'one.html'), 'utf8')
  expect(page).not.toContain('class="back"')
  expect(elsewhereIn(page)).toEqual({})
})

test.each(['html', 'svg'])(
  'one script of a folder is drawn as all together are, as %s',
  async (format) => {
    const cwd = folder(related)
    const render = (...args: string[]) =>
      topo(['render', ...args, '-o', 'set/', '--format', format], { cwd })
    await render()
    expect(await render('one.topology.js', '--check')).toMatchObject({ code: 0, stdout: '' })

    // A diagram without a file in the folder gets no link.
    rmSync(join(cwd, `set/two.${format}`))
    expect(await render('one.topology.js', '--check')).toMatchObject({ code: 3 })
  },
)

test('a namespace is part of the name, and a link has the id without it', async () => {
  const cwd = folder({
    'a.topology.js': drawing(['web'], 'namespace: shop'),
    'b.topology.js': drawing(['web'], 'namespace: shop'),
    'c.topology.js': drawing(['shop/web']),
    'd.topology.js': drawing(['web']),
  })
  await site(cwd)
  const hrefs = (slug: string) =>
    Object.values(elsewhereIn(readFileSync(join(cwd, `site/${slug}.html`), 'utf8'))).flatMap(
      ({ links }) => links.map(({ href }) => href),
    )
  expect(hrefs('a')).toEqual(['b.html#node=web', 'c.html#node=shop%2Fweb'])
  expect(hrefs('c')).toEqual(['a.html#node=web', 'b.html#node=web'])
  expect(hrefs('d')).toEqual([])
})

test('SVG files of a folder lead to each other, and a file of its own does not', async () => {
  const cwd = folder(related)
  await topo(['render', '-o', 'pictures/'], { cwd })
  const one = readFileSync(join(cwd, 'pictures/one.svg'), 'utf8')
  expect([...one.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['two.svg'])
  expect(one).toContain('<title>db – also in Three, Two &amp; more</title>')
  await topo(['render', 'one.topology.js', '-o', 'one.svg'], { cwd })
  expect(readFileSync(join(cwd, 'one.svg'), 'utf8')).not.toContain('<a ')
})
