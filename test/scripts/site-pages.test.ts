/** The site is made of the same Markdown files: links and pictures lead to its pages, its diagrams or the repository. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const {
  pageText,
  repository,
}: {
  pageText(text: string, path: string, pages: Map<string, string>, diagrams: Set<string>): string
  repository: string
} = await import(pathToFileURL(resolve(import.meta.dirname, '../../scripts/site-pages.js')).href)

const pages = new Map([
  ['README.md', 'index'],
  ['docs/rules.md', 'rules'],
])
const onSite = (text: string, path = 'docs/mock.md') =>
  pageText(text, path, pages, new Set(['a', 'a-b']))

test('links lead to pages of the site, or to the repository', () => {
  expect(onSite('[x](rules.md#y) [x](#z) [x](https://a.example/)')).toBe(
    '[x](./rules.md#y) [x](#z) [x](https://a.example/)',
  )
  expect(onSite('[x](docs/rules.md)', 'README.md')).toBe('[x](./rules.md)')
  expect(onSite('[x](../SECURITY.md#y) [x](../src)')).toBe(
    `[x](https://github.com/${repository}/blob/main/SECURITY.md#y) [x](https://github.com/${repository}/tree/main/src)`,
  )
  expect(() => onSite('[x](nowhere.md)')).toThrow('nowhere.md')
  expect(onSite('```md\n[x](nowhere.md)\n```\n')).toBe('```md\n[x](nowhere.md)\n```\n')
})

test('pictures lead to the page of their diagram in the explorer, in the theme of the site', () => {
  const live = (name: string) => `<a class="live" href="diagrams/${name}.html" target="_self"`
  expect(onSite('![t](pictures/a-sequence.svg)')).toContain(live('a'))
  expect(onSite('![t](pictures/a-b-dark.svg)')).toContain(live('a-b'))
  expect(onSite('![t](pictures/c.svg)')).toBe('<img src="/pictures/c.svg" alt="t" loading="lazy">')
  const both =
    '<picture>\n  <source media="x" srcset="pictures/a-dark.svg">\n  <img alt="t" src="pictures/a-light.svg">\n</picture>'
  expect(onSite(both)).toMatch(
    /<img src="\/pictures\/a-light.svg" alt="t" loading="lazy" class="light-only">.*class="dark-only"/,
  )
})

test('links to the playground stay on the site, and pictures of the gallery open in it', () => {
  expect(onSite('[try it](https://someone.github.io/topo/playground.html#example.a)')).toBe(
    '<a href="playground.html#example.a" target="_self">try it</a>',
  )
  expect(onSite('![a](gallery/a.svg)')).toContain('href="playground.html#example.a"')
  expect(onSite('![a](pictures/a.svg)')).toContain('href="diagrams/a.html"')
})
