/** Draw.io and PlantUML: valid, with topo's places, and no name ends its quotes. */

import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { type Picture, pictureFormats } from '../../src/render/index.ts'
import { cases } from '../cases.ts'
import { corpus } from './corpus/index.ts'
import { drawing, hostile, pictureOf, smallScript } from './pictures.ts'

const write = (name: string, picture: Picture, theme: 'light' | 'dark' = 'light') =>
  pictureFormats.find((one) => one.name === name)?.write(picture, { theme }) as string

interface Cell {
  id: string
  value?: string
  parent?: string
  source?: string
  target?: string
  style?: string
  vertex?: string
  edge?: string
  mxGeometry?: {
    x: string
    y: string
    width: string
    height: string
    Array?: { mxPoint?: { x: string; y: string } | { x: string; y: string }[] }
  }
}

function cellsOf(xml: string): Cell[] {
  expect(XMLValidator.validate(xml)).toBe(true)
  const parsed = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    trimValues: false,
  }).parse(xml)
  return parsed.mxfile.diagram.mxGraphModel.root.mxCell
}

const platform = drawing(`const g = t.createGroup('g', { label: 'Shop', color: '#22aa55' })
const inner = g.addGroup({ id: 'inner', label: 'Inner' })
inner.addProcess({ id: 'web', label: 'Web & <b>API</b>', state: 'error' }).addProcess({ id: 'db', label: 'DB', shape: 'cylinder', replicas: 3 })
t.createCloud('cdn', { label: 'CDN' })
t.connect('cdn', 'web', { type: 'http' }).connect('web', 'db', { type: 'replication', label: 'SQL' }).connect('cdn', 'db')`)

describe('draw.io', () => {
  test('boxes and lines are where topo draws them', async () => {
    for (const script of [platform, corpus.find(([name]) => name === 'payments')?.[1] ?? '']) {
      const picture = await pictureOf(script)
      const cells = new Map(cellsOf(write('drawio', picture)).map((cell) => [cell.id, cell]))
      const place = (id: string): { x: number; y: number } => {
        const cell = cells.get(id)
        if (!cell?.mxGeometry || cell.parent === undefined) return { x: 0, y: 0 }
        const frame = place(cell.parent)
        return { x: frame.x + Number(cell.mxGeometry.x), y: frame.y + Number(cell.mxGeometry.y) }
      }
      picture.nodes.forEach((node, i) => {
        const { x, y } = place(`n${i}`)
        expect(x).toBeCloseTo(node.x, 1)
        expect(y).toBeCloseTo(node.y, 1)
        const { width, height } = cells.get(`n${i}`)?.mxGeometry ?? {}
        expect([Number(width), Number(height)]).toEqual([node.width, node.height])
      })
      const index = new Map(picture.nodes.map(({ key }, i) => [key, `n${i}`]))
      picture.edges.forEach((edge, i) => {
        const cell = cells.get(`e${i}`)
        expect([cell?.source, cell?.target]).toEqual([index.get(edge.from), index.get(edge.to)])
        const turns = [cell?.mxGeometry?.Array?.mxPoint ?? []].flat()
        expect(turns.map(({ x, y }) => [Number(x), Number(y)])).toEqual(
          edge.points
            .slice(1, -1)
            .map(({ x, y }) => [x, y].map((one) => Math.round(one * 100) / 100)),
        )
        const from = picture.nodes.find(({ key }) => key === edge.from)
        const exit = /exitX=([\d.]+);exitY=([\d.]+)/.exec(cell?.style ?? '')
        if (from && exit && edge.points[0])
          expect(from.x + Number(exit[1]) * from.width).toBeCloseTo(edge.points[0].x, 1)
        expect(cells.get(`e${i}t`)?.value).toBe(edge.tag?.text)
      })
    }
  })

  test('labels are plain text, and themes differ', async () => {
    const picture = await pictureOf(platform)
    const light = write('drawio', picture)
    expect(light).toContain('value="Web &amp; &lt;b&gt;API&lt;/b&gt;"')
    expect(light).not.toContain('html=1')
    expect(light).toContain('value="DB · ×3"')
    expect(light).toContain('strokeColor=#22aa55')
    expect(write('drawio', picture, 'dark')).not.toBe(light)
  })

  test.each(['first', 'second'])(
    'any script gives valid XML with unique ids, %s half',
    async () => {
      await fc.assert(
        fc.asyncProperty(smallScript, async (script) => {
          const xml = write('drawio', await pictureOf(script))
          const ids = cellsOf(xml).map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(xml).not.toMatch(/NaN|undefined/)
          // Style values are topo's own.
          expect(
            [...xml.matchAll(/style="([^"]*)"/g)].every(([, style = '']) =>
              /^[\w=;#. ]*$/.test(style),
            ),
          ).toBe(true)
        }),
        { numRuns: cases(50) },
      )
    },
  )
})

const NAME = '(?:[\\p{L}\\p{N}\\p{M} .,\\u0080-\\u{10FFFF}]|<U\\+[0-9A-F]{4}>)*'
const LINES = `${NAME}(?:\\\\n${NAME})*`
const LINE = new RegExp(
  `^ *(?:@startuml|@enduml|\\}|title ${NAME}|[a-z]+ "${LINES}" as n\\d+(?: \\{)?` +
    `|n\\d+ (?:-->|\\.\\.>|-\\[thickness=2\\]->) n\\d+(?: : ${LINES})?)$`,
  'u',
)

describe('PlantUML', () => {
  test('groups, shapes, replicas and types', async () => {
    expect(write('plantuml', await pictureOf(platform))).toBe(`@startuml
title Shop
rectangle "Shop" as n0 {
  rectangle "Inner" as n1 {
    rectangle "Web <U+0026> <U+003C>b<U+003E>API<U+003C><U+002F>b<U+003E> · error" as n2
    database "DB · ×3" as n3
  }
}
cloud "CDN" as n4
n4 --> n2
n2 ..> n3 : SQL
n4 --> n3
@enduml
`)
  })

  test('no name ends its quotes, runs a function or includes a file', async () => {
    const names = fc.oneof(
      hostile,
      fc.constantFrom(
        '%getenv("HOME")',
        '!include /etc/passwd',
        '"\n!include x',
        '@enduml',
        '\\n',
        '<img:/etc/x>',
        '$x',
        "' c",
      ),
    )
    await fc.assert(
      fc.asyncProperty(names, names, async (name, label) => {
        const text = write(
          'plantuml',
          await pictureOf(
            drawing(`t.createGroup('g', { label: ${JSON.stringify(name)} }).addProcess({ id: 'a', label: ${JSON.stringify(label)} })
t.connect('a', 'a', { label: ${JSON.stringify(name)} })`),
            name,
          ),
        )
        for (const line of text.split('\n').slice(0, -1)) expect(line).toMatch(LINE)
      }),
      { numRuns: cases(300) },
    )
  })
})
