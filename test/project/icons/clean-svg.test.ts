/** The SVG of an icon is harmless, whatever a package contains. */
import icons from '@iconify-json/skill-icons/icons.json' with { type: 'json' }
import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { cleanIcon } from '../../../src/project/icons/clean-svg.ts'
import { cases } from '../../cases.ts'

const viewBox = [0, 0, 24, 24]
const clean = (body: string) => cleanIcon({ body, viewBox })
const bodyOf = (body: string) => clean(body)?.body.replaceAll(/icon-[\da-f]{12}/g, 'ID')

test('shapes, paints, clips and masks stay', () => {
  const body =
    '<defs><linearGradient id="a" x1="0%" gradientTransform="rotate(45 .5 .5)"><stop offset="0" stop-color="#f00"/></linearGradient></defs><path fill="url(#a)" d="M0 0h24v-1.5e1z"/>'
  expect(bodyOf(body)).toBe(body.replace('id="a"', 'id="ID-0"').replace('url(#a)', 'url(#ID-0)'))
})

test('a style is written as attributes', () => {
  expect(bodyOf('<path style="fill:#123; background:url(x); mask-type:alpha" d="M0 0"/>')).toBe(
    '<path d="M0 0" fill="#123" mask-type="alpha"/>',
  )
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  [
    'foreign content',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><p>x</p></body></foreignObject>',
  ],
  ['a link', '<a href="https://example.com"><path d="M1 1"/></a>'],
  ['a picture', '<image href="https://example.com/x.png"/>'],
  ['a style sheet', '<style>@import url(https://example.com/x.css)</style>'],
  [
    'an animation',
    '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="x"/>',
  ],
  ['a filter', '<filter id="f"><feImage href="https://example.com/x.png"/></filter>'],
  ['text and comments', 'text<!-- comment --><![CDATA[<script>alert(1)</script>]]>'],
])('%s is left out with its content', (_what, body) => {
  expect(bodyOf(`${body}<path d="M0 0"/>`)).toBe('<path d="M0 0"/>')
})

test.each([
  ['an event', '<path onload="alert(1)" onclick="x" d="M0 0"/>'],
  ['a reference to another file', '<path fill="url(https://example.com/#a)" d="M0 0"/>'],
  ['a reference to what is not there', '<path fill="url(#other)" d="M0 0"/>'],
  ['an escape', '<path fill="&#34;&lt;" d="M0 0"/>'],
  ['a function of a style sheet', '<path fill="image-set(x)" class="node" d="M0 0"/>'],
  ['an address', '<path xlink:href="javascript:alert(1)" href="data:x" d="M0 0"/>'],
])('%s is left out', (_what, body) => {
  expect(bodyOf(body)).toBe('<path d="M0 0"/>')
})

test.each([
  ['no XML', '<path d="M0 0">'],
  ['XML that ends its parent', '</svg><script>alert(1)</script><svg>'],
  ['entities', '<!DOCTYPE x [<!ENTITY a "b">]><path d="M0 0"/>'],
  ['nothing to draw', '<script/>'],
  ['a circle of uses', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ['an element that uses itself', '<g id="a"><use href="#a"/></g>'],
  ['too many levels', `${'<g>'.repeat(40)}<path d="M0 0"/>${'</g>'.repeat(40)}`],
  ['too many elements', '<path d="M0 0"/>'.repeat(3_000)],
  ['too long a path', `<path d="M0 0${'h1'.repeat(50_000)}"/>`],
  ['a body that is too long to be read', ' '.repeat(300_000)],
])('an icon is refused: %s', (_what, body) => {
  expect(clean(body)).toBeUndefined()
})

test('uses of uses cannot multiply', () => {
  const levels = Array.from({ length: 8 }, (_, i) => {
    const uses = `<use href="#l${i - 1}"/>`.repeat(10)
    return `<g id="l${i}">${i === 0 ? '<path d="M0 0"/>' : uses}</g>`
  })
  expect(clean(levels.slice(0, 2).join(''))).toBeDefined()
  expect(clean(levels.join(''))).toBeUndefined()
})

test.each([
  [[0, 0, 0, 24]],
  [[0, 0, 24, -1]],
  [[0, 0, Number.NaN, 24]],
  [[0, 0, 1e9, 24]],
  [[0, 0, 24]],
])('a size that is none is refused: %j', (box) => {
  expect(cleanIcon({ body: '<path d="M0 0"/>', viewBox: box })).toBeUndefined()
})

test('ids differ between icons, and are the same for the same icon', () => {
  const [red, blue] = ['#f00', '#00f'].map((color) => clean(`<g id="a" fill="${color}"/>`))
  expect(red?.id).not.toBe(blue?.id)
  expect(red?.body).toContain(`id="${red?.id}-0"`)
  expect(clean('<g id="a" fill="#f00"/>')).toEqual(red)
})

test('nothing but harmless elements gets through', { timeout: 60_000 }, () => {
  const names = fc.constantFrom(
    ...'path g use script a image style foreignObject animate linearGradient PATH'.split(' '),
  )
  const values = fc.oneof(
    fc.constantFrom(
      'M0 0',
      ...'url(#a) #a javascript:alert(1) url("https://x/#a") "><script> &quot;'.split(' '),
    ),
    fc.string({ maxLength: 12 }),
  )
  const attributes = fc.array(
    fc.tuple(
      fc.constantFrom('id', 'href', 'xlink:href', 'fill', 'd', 'onload', 'style', 'class'),
      values,
    ),
    { maxLength: 4 },
  )
  const element = fc
    .tuple(names, attributes, fc.string({ maxLength: 8 }))
    .map(([name, given, text]) => {
      const seen = new Map(given)
      return `<${name}${[...seen].map(([key, value]) => ` ${key}="${value}"`).join('')}>${text}</${name}>`
    })
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), (elements) => {
      const { id = '', body = '' } = clean(elements.join('')) ?? {}
      if (body === '') return
      expect(XMLValidator.validate(`<svg>${body}</svg>`)).toBe(true)
      for (const [, name, rest = ''] of body.matchAll(/<\/?(\w*)([^>]*)>/g)) {
        expect(['path', 'g', 'use', 'linearGradient']).toContain(name)
        // A style may say any attribute that is kept.
        expect(rest).toMatch(/^(?: (?!on|style|class)[\w-]+="[\w\s.,#%()+-]*")*\/?$/)
      }
      for (const [, value = ''] of body.matchAll(/(?:id="|#)(icon[^")]*)/g))
        expect(value).toContain(id)
      expect(body).not.toMatch(/(?:href="|url\()(?!#icon-)/)
    }),
    { numRuns: cases(2_000) },
  )
})

test('each icon of the set skill-icons is drawn', () => {
  const refused = Object.entries(icons.icons).filter(
    ([, { body }]) => cleanIcon({ body, viewBox: [0, 0, icons.width, icons.height] }) === undefined,
  )
  const names = refused.map(([name]) => name)
  expect(names).toEqual(['emotion-dark', 'emotion-light', 'plan9-dark', 'plan9-light'])
  for (const [, { body }] of refused) expect(body.length).toBeGreaterThan(64 * 1024)
})
