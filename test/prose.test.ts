/** The prose linter of `npm run lint`: each rule fires, and every text of the sources is seen. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { describe, expect, test } from 'vitest'
import { cases, oneOf } from './cases.ts'

interface Rule {
  id: string
  instead: string
  reason: string
  bad: string[]
  good: string[]
}
interface Finding {
  line: number
  rule: string
  message: string
}

interface Sentence {
  line: number
  text: string
}

// The scripts are JavaScript without types.
const load = (file: string) => import(resolve(import.meta.dirname, '../scripts/prose', file))
const { rules } = (await load('rules.js')) as { rules: Rule[] }
const { lint } = (await load('lint.js')) as {
  lint: (text: string, extension: string) => Promise<{ findings: Finding[]; sentences: Sentence[] }>
}

const root = resolve(import.meta.dirname, '..')
// The texts of the demo world are data.
const allFiles = globSync('src/**/*.ts', { cwd: root, ignore: 'src/mock/fixtures/**' }).map(
  (file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }),
)
const files = oneOf(6, allFiles)

/** The sentences of the sources; reading all takes seconds. */
const sources = Promise.all(
  files.map(async ({ file, text }) => ({
    file,
    text,
    sentences: (await lint(text, '.ts')).sentences,
  })),
)

const findings = async (text: string, extension: string) => (await lint(text, extension)).findings
const firing = async (text: string, extension: string) =>
  (await findings(text, extension)).map(({ rule }) => rule)

describe.each(rules)('rule $id', ({ id, bad, good, reason, instead }) => {
  test('fires on a bad sentence in a document, a message and a doc comment', async () => {
    for (const sentence of bad) {
      expect.soft(await firing(sentence, '.md'), sentence).toContain(id)
      expect.soft(await firing(`/** ${sentence} */\nexport {}\n`, '.ts'), sentence).toContain(id)
      const message = `The message reads so. ${sentence}`
      expect
        .soft(await firing(`fail({ hint: ${JSON.stringify(message)} })`, '.ts'), message)
        .toContain(id)
    }
  })

  test('is silent on a good sentence, and explains itself', async () => {
    for (const sentence of good)
      expect.soft(await firing(sentence, '.md'), sentence).not.toContain(id)
    expect(good.length).toBeGreaterThan(0)
    expect(reason).toMatch(/^\S.*\.$/)
    expect(instead).not.toBe('')
  })
})

test('a finding has the line of its sentence and the words to use instead', async () => {
  expect(await findings('# Title\n\nA good start.\nIt was\nmended.\n', '.md')).toEqual([
    { line: 4, rule: 'fix', message: 'It was mended. → fix' },
  ])
  const source =
    '/**\n * A head.\n *\n * The file is mended.\n */\nfail(\n  `It is ${bad} and ` +\n    "mended now.",\n)\n'
  expect(await findings(source, '.ts')).toEqual([
    { line: 4, rule: 'fix', message: 'The file is mended. → fix' },
    { line: 7, rule: 'fix', message: 'It is … and mended now. → fix' },
  ])
  expect(await findings('{\n  "description": "Mend a file."\n}\n', '.json')).toEqual([
    { line: 2, rule: 'fix', message: 'Mend a file. → fix' },
  ])
})

test('a short text is seen where people read it', async () => {
  for (const name of ['description', 'fix', 'hint', 'message', 'reason', 'summary', 'title', 'why'])
    expect(await firing(`command({ ${name}: 'Mended files' })`, '.ts'), name).toEqual(['fix'])
  expect(await firing("open({ path: 'mended files' })", '.ts')).toEqual([])
})

test('code and quotations are not prose', async () => {
  expect(await findings('Run `mend --it`.\n\n```\nmend it\n```\n\n    mend it\n', '.md')).toEqual(
    [],
  )
  expect(await findings('It prints "is mended".', '.md')).toEqual([])
  expect(await findings('/**\n * Code:\n *\n *     mend(it, anew)\n */\n', '.ts')).toEqual([])
  expect(
    await findings('import { a } from "mend anew file"\nconst mended = told[`mended`]\n', '.ts'),
  ).toEqual([])
})

test('every message of the sources is seen', async () => {
  const literal =
    /\b(?:message|hint|fix|summary|description|reason|usageError|KnownError)(?:: |\()'((?:[^'\\\n]|\\.)+)'/g
  const messagesIn = (text: string): string[] =>
    [...text.matchAll(literal)]
      .map(([, raw = '']) => raw.replaceAll(/\\(.)/g, '$1').trim())
      .map((message) => message.split(/(?<=[.?!:])\s/)[0] as string)
      .filter((first) => first.split(' ').length >= 3)
  const missing: string[] = []
  for (const { file, text, sentences } of await sources) {
    const seen = sentences.map((sentence) => sentence.text)
    for (const first of messagesIn(text))
      if (!seen.some((sentence) => sentence.startsWith(first))) missing.push(`${file}: ${first}`)
  }
  expect(missing).toEqual([])
  // Of all files: a sample has more or fewer with each new file.
  expect(allFiles.flatMap(({ text }) => messagesIn(text)).length).toBeGreaterThan(500)
})

test('every file head is seen', async () => {
  const heads = (await sources).filter(({ text }) => text.startsWith('/**'))
  expect(heads.length).toBeGreaterThan(cases(500, 1 / 6))
  for (const { file, sentences } of heads) expect.soft(sentences[0]?.line, file).toBeLessThan(3)
})
