/** `topo render -o site/ --format html`: a page of each diagram and an index.html with pictures, search and tags. */
import { readFileSync, writeFileSync } from 'node:fs'
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
