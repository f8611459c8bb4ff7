/** Every line, border, state, sign and icon of a picture has a contrast of at least 3:1 against what is around it. */
import { describe, expect, test } from 'vitest'
import { contrast, mix, type Rgb } from '../../src/render/picture/look/contrast.ts'
import { ICONS } from '../../src/validator/vocabulary.ts'
import { noBrowser, visitRendered } from './chromium.ts'

const types = ['http', 'tcp', 'replication', 'monitoring', 'discovery', 'pulse']
const states = ['running', 'stopped', 'warning', 'error']
const shapes = ['default', 'cylinder', 'diamond', 'cloud', 'hexagon', 'parallelogram', 'circle']

/** All types, states, shapes and icons, in frames that are five deep. */
const everything = `
const t = new TopologyBuilder(true)
let group = t.createGroup('g0', { label: 'Level 0' })
const groups = [group]
for (let i = 1; i < 5; i++) groups.push((group = group.addGroup({ id: 'g' + i, label: 'Level ' + i, layer: i === 2 ? 'deep' : undefined })))
groups.forEach((group, level) => {
  ;${JSON.stringify(states)}.forEach((state, i) => group.addProcess({ id: level + state, label: state, state, replicas: i % 2 ? 3 : undefined, external: i === 2 }))
  group.newRow();
  ${JSON.stringify(shapes)}.forEach((shape, i) => group.addProcess({ id: level + shape, label: shape, shape, icon: ${JSON.stringify(ICONS)}[level * 7 + i] }))
})
groups.forEach((_group, level) => ${JSON.stringify(types)}.forEach((type, i) =>
  t.connect(level + ${JSON.stringify(states)}[i % 4], (level + i) % 5 + ${JSON.stringify(shapes)}[i], { type, label: i % 2 ? type : undefined })))
t.connect('0running', '4circle', {})
await t.apply()
`

/** An element that is drawn, and what is filled under its corners or along its line, from the bottom up. */
interface Drawn {
  readonly name: string
  readonly color: string
  readonly opacity: number
  readonly grounds: readonly (readonly { readonly color: string; readonly opacity: number }[])[]
}

const rgbOf = (css: string): Rgb => {
  const [r = 0, g = 0, b = 0] = (css.match(/[\d.]+/g) ?? []).map(Number)
  return [r, g, b]
}

describe.skipIf(noBrowser).each(['light', 'dark'] as const)(
  'a picture in the %s theme',
  (colorScheme) => {
    test('has no line, border or state that is hard to see', async () => {
      const { page } = await visitRendered(everything, '#level=0', { colorScheme })
      const drawn = await page.locator('.drawing').evaluate((drawing: HTMLElement): Drawn[] => {
        // A page leaves out what is too small to read, and does so again after each change of the view.
        drawing.dataset.detail = 'all'
        // Only paper has it.
        drawing.querySelector<SVGElement>('.legend')?.style.setProperty('display', 'inline')
        const svg = drawing.querySelector(':scope > svg') as SVGSVGElement
        const paint = (element: Element, kind: 'fill' | 'stroke') => {
          const style = getComputedStyle(element)
          let opacity = Number(style[`${kind}Opacity`])
          for (let up: Element | null = element; up && up !== svg; up = up.parentElement)
            opacity *= Number(getComputedStyle(up).opacity)
          return { color: style[kind], opacity }
        }
        const boxes = [...svg.querySelectorAll('.canvas, .frame > .body')].map((element) => ({
          element,
          box: element.getBoundingClientRect(),
          paint: paint(element, 'fill'),
        }))
        const groundAt = (x: number, y: number) =>
          boxes
            .filter(({ box }) => x > box.left && x < box.right && y > box.top && y < box.bottom)
            .map((one) => one.paint)
        const grounds = (element: Element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const around = [groundAt(left - 1, top - 1), groundAt(right + 1, bottom + 1)]
          if (!(element instanceof SVGPathElement) || !element.matches('.line')) return around
          const length = element.getTotalLength()
          const place = element.getScreenCTM() as DOMMatrix
          return [0, 0.25, 0.5, 0.75, 1].map((share) => {
            const { x, y } = element.getPointAtLength(length * share).matrixTransform(place)
            return groundAt(x, y)
          })
        }
        const all: Drawn[] = []
        const add = (
          selector: string,
          kind: 'fill' | 'stroke',
          within: (element: Element) => Drawn['grounds'],
        ) => {
          for (const element of svg.querySelectorAll(selector)) {
            const own = element.closest('[data-node],[data-edge],[data-head]') as SVGElement | null
            const name = `${selector} of ${Object.values(own?.dataset ?? {})[0] ?? 'the legend'}`
            all.push({ name, ...paint(element, kind), grounds: within(element) })
          }
        }
        const inside = (element: Element) => {
          const body = element.closest('.node')?.querySelector('.body')
          return body ? [[paint(body, 'fill')]] : grounds(element)
        }
        add('.edge > .line', 'stroke', grounds)
        add('.edge > .tip', 'fill', grounds)
        add('.frame > .body', 'stroke', (element) => [
          ...grounds(element),
          [
            ...boxes
              .filter(({ element: other }) => other.contains(element))
              .map((one) => one.paint),
            ...(grounds(element)[0] ?? []),
            paint(element, 'fill'),
          ],
        ])
        add('.node > .body', 'stroke', (element) => [...grounds(element), [paint(element, 'fill')]])
        add('.node > .rim', 'stroke', inside)
        add('.icon', 'stroke', inside)
        add('.state', 'fill', (element) => [...grounds(element), ...inside(element)])
        add('.badge rect', 'fill', grounds)
        add('.legend .line', 'stroke', grounds)
        return all
      })
      const kinds = new Set(drawn.map(({ name }) => name.split(' of ')[0]))
      expect([...kinds]).toEqual([
        '.edge > .line',
        '.edge > .tip',
        '.frame > .body',
        '.node > .body',
        '.node > .rim',
        '.icon',
        '.state',
        '.badge rect',
        '.legend .line',
      ])
      const weak = drawn.flatMap(({ name, color, opacity, grounds }) =>
        grounds.flatMap((fills) => {
          const ground = fills.reduce<Rgb>(
            (under, fill) => mix(rgbOf(fill.color), under, fill.opacity),
            [255, 255, 255],
          )
          const reached = contrast(mix(rgbOf(color), ground, opacity), ground)
          return reached < 3 ? [`${name}: ${reached.toFixed(2)}`] : []
        }),
      )
      expect(weak).toEqual([])
    })
  },
)
