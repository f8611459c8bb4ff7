/** Mermaid's own parser reads what topo writes for it: all diagrams of the corpus, and hostile names. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { mermaid, mermaidRefusal, mermaidSequence, sequencesOf } from '../../src/render/index.ts'
import { corpus } from '../render/corpus/index.ts'
import { drawing, hostile, pictureOf } from '../render/pictures.ts'
import { noBrowser, openPage } from './chromium.ts'

const bundle = new URL('mermaid.min.js', import.meta.resolve('mermaid'))

interface Api {
  initialize(options: object): void
  parse(text: string): Promise<{ diagramType: string }>
  render(id: string, text: string): Promise<{ svg: string }>
}

async function parser(): Promise<Page> {
  const page = await openPage()
  await page.addScriptTag({ path: fileURLToPath(bundle) })
  await page.evaluate(() => {
    const { mermaid: loadedMermaid } = globalThis as unknown as { mermaid: Api }
    loadedMermaid.initialize({ startOnLoad: false, maxTextSize: 50_000, maxEdges: 500 })
  })
  return page
}

/** What the parser says to each text: the type of the diagram, or the error. */
const parse = (page: Page, texts: readonly string[]) =>
  page.evaluate(async (all) => {
    const { mermaid: loadedMermaid } = globalThis as unknown as { mermaid: Api }
    const answers: string[] = []
    for (const text of all)
      answers.push(
        await loadedMermaid.parse(text).then(
          ({ diagramType }) => diagramType,
          (error: unknown) => `${String(error)}\n${text}`,
        ),
      )
    return answers
  }, texts)

describe.skipIf(noBrowser)('Mermaid parses', () => {
  test('all scenarios and flowcharts of the corpus', async () => {
    const page = await parser()
    const pictures = await Promise.all(corpus.map(([, script]) => pictureOf(script)))
    const sequences = pictures.flatMap((picture) => sequencesOf(picture).map(mermaidSequence))
    expect(sequences.length).toBeGreaterThan(10)
    expect(new Set(await parse(page, sequences))).toEqual(new Set(['sequence']))
    const charts = pictures.map((picture) => mermaid.write(picture, { theme: 'light' }))
    const answers = await parse(page, charts)
    const refused = pictures.map(
      ({ edges }, i) => mermaidRefusal(edges.length, charts[i] ?? '') !== undefined,
    )
    expect(refused.filter(Boolean).length).toBeGreaterThan(0)
    for (const [i, answer] of answers.entries())
      if (refused[i]) expect(answer).toMatch(/Edge limit exceeded|Maximum text size/i)
      else expect(answer).toBe('flowchart-v2')
  })

  test('500 connections, and no more', async () => {
    const page = await parser()
    const of = async (count: number) => {
      const picture = await pictureOf(
        drawing(`for (let i = 0; i <= ${count}; i++) t.createProcess({ id: 'n' + i })
for (let i = 0; i < ${count}; i++) t.connect('n' + i, 'n' + (i + 1))`),
      )
      const text = mermaid.write(picture, { theme: 'light' })
      return [
        (await parse(page, [text]))[0]?.split('\n')[0],
        mermaidRefusal(picture.edges.length, text),
      ]
    }
    expect(await of(500)).toEqual(['flowchart-v2', undefined])
    expect(await of(501)).toEqual([
      expect.stringContaining('Edge limit exceeded'),
      expect.stringContaining('501 connections'),
    ])
  })

  test('hostile names, and draws them without an element of theirs', async () => {
    const page = await parser()
    const names = fc.sample(hostile, { numRuns: 150, seed: 1 })
    const texts = await Promise.all(
      names.map(async (name) => {
        const text = JSON.stringify(name)
        const picture = await pictureOf(
          `${drawing(`t.createProcess({ id: 'a', label: ${text} }).createProcess({ id: 'b', label: ${text} })
t.connect('a', 'b', { label: ${text} })
const f = new FlowBuilder()
f.scenario(${text}, ${text}).from('a').to('b').showMessage(${text}).showError(${text}).parallel([['a', 'b'], ['b', 'a']])`)}return f\n`,
        )
        return sequencesOf(picture).map(mermaidSequence).join('')
      }),
    )
    expect(new Set(await parse(page, texts))).toEqual(new Set(['sequence']))
    const drawn = await page.evaluate(
      async (all) => {
        const { mermaid: loadedMermaid } = globalThis as unknown as { mermaid: Api }
        const found: string[] = []
        for (const [i, text] of all.entries()) {
          const { svg } = await loadedMermaid.render(`d${i}`, text)
          const dom = new DOMParser().parseFromString(svg, 'text/html')
          found.push(
            ...[...dom.querySelectorAll('script, img, a, iframe')].map((one) => one.outerHTML),
          )
        }
        return found
      },
      texts.slice(0, 40),
    )
    expect(drawn).toEqual([])
  })
})
