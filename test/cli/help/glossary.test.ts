/** The glossary explains each word once, and texts use its words. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const own = 'docs/glossary.md'
const terms = [
  ...readFileSync(join(root, own), 'utf8').matchAll(/^\| \*\*(.+)\*\* \| (.+) \|$/gm),
].map(([, term = '', meaning = '']) => ({ term, meaning }))
/** Other words for a term, which topo does not use. */
const avoided: Readonly<Record<string, readonly string[]>> = {
  push: ['upload scripts'],
  pull: ['download scripts'],
  'sync record': ['sync state'],
  share: ['share address', 'share link'],
  'embedded service': ['mock service', 'mock server', 'fake service'],
}
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
const documents = ['README.md', ...filesIn('docs', '.md')].filter((path) => path !== own)
const sources = filesIn('src', '.ts')
const texts = [...documents, ...sources, 'oclif.manifest.json'].map(
  (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
)

test('every word has one sentence and stands once', () => {
  const names = terms.map(({ term }) => term)
  expect(names.length).toBeGreaterThanOrEqual(30)
  expect(new Set(names).size).toBe(names.length)
  for (const { term, meaning } of terms) {
    expect(meaning, term).toMatch(/^[A-Z].*[^.]\.$/)
    expect(meaning, term).not.toMatch(/\. [A-Z]/)
    expect(meaning.split(' ').length, meaning).toBeLessThanOrEqual(20)
  }
})

test('every word is used in documents, help or messages', () => {
  const lower = texts.map(([, text]) => text.toLowerCase())
  expect(terms.filter(({ term }) => !lower.some((text) => text.includes(term)))).toEqual([])
})

test('no text uses another word for a word of the glossary', () => {
  const names = terms.map(({ term }) => term)
  expect(Object.keys(avoided).filter((term) => !names.includes(term))).toEqual([])
  const wrong = Object.values(avoided)
    .flat()
    .flatMap((word) =>
      texts
        .filter(([, text]) => text.toLowerCase().replace(/\s+/g, ' ').includes(word))
        .map(([path]) => `${path}: ${word}`),
    )
  expect(wrong).toEqual([])
})
