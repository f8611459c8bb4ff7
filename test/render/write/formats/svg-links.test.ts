/** Links of an SVG file: addresses of descriptions, and other diagrams of its set. */
import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { svg } from '../../../../src/render/write/formats/svg.ts'
import type { DrawnElsewhere, PictureSet } from '../../../../src/render/write/picture-set.ts'
import { noSet } from '../../../../src/render/write/picture-set.ts'
import { cases } from '../../../cases.ts'
import { drawing, hostile, pictureOf } from '../../pictures.ts'

const address = 'https://example.com/runbook'
const node = (description: string) =>
  drawing(
    `t.createProcess({ id: 'web', label: 'Web', description: ${JSON.stringify(description)} })`,
  )

async function drawn(code: string, set?: PictureSet, descriptions = false): Promise<string> {
  return svg.write(await pictureOf(code, 'x', { descriptions }), { theme: 'light', set })
}

/** The start of each link, and the text or the element in it. */
const linksOf = (text: string) =>
  [...text.matchAll(/<a [^>]*>(?:<g class="[a-z]+|[^<]*)/g)].map(String)

const setOf = (...links: DrawnElsewhere['links']): PictureSet => ({
  elsewhere: new Map([['web', { links, count: links.length }]]),
})

const OUT = 'target="_blank" rel="noopener noreferrer"'

test('a box leads to the only address of its description', async () => {
  const text = await drawn(node(`Read ${address}.`), noSet)
  expect(linksOf(text)).toEqual([
    `<a href="${address}" ${OUT} aria-label="Web: ${address}"><g class="node`,
  ])
  expect(text).toMatch(/^<svg [^>]*role="group"/)
})

test('no links without a set, of several addresses, or of something else', async () => {
  const plain = await drawn(node(`Read ${address}.`))
  expect(linksOf(plain)).toEqual([])
  expect(plain).toMatch(/^<svg [^>]*role="img"/)
  for (const words of [
    `${address} ${address}/2`,
    'javascript:alert(1)',
    'data:text/html,x',
    '//a.b',
  ])
    expect(linksOf(await drawn(node(words), noSet))).toEqual([])
})

test('a drawn description has a link for each address, also over two lines', async () => {
  const long = `${address}/with/a/path/that/needs/two/lines`
  const text = await drawn(node(`See ${long} or mailto:a@example.com`), noSet, true)
  const links = linksOf(text)
  expect(links.slice(0, -1).map((link) => link.split('>')[0])).toEqual(
    links.slice(0, -1).map(() => `<a href="${long}" ${OUT}`),
  )
  expect(
    links
      .slice(0, -1)
      .map((link) => link.split('>')[1])
      .join(''),
  ).toBe(long)
  expect(links.at(-1)).toBe(`<a href="mailto:a@example.com" ${OUT}>mailto:a@example.com`)
})

test('a box leads to the only other diagram, and names several', async () => {
  const one = await drawn(node('Words'), setOf(payments))
  expect(linksOf(one)).toEqual([
    '<a href="payments.svg" aria-label="Web in Payments"><g class="node',
  ])
  expect(one).toContain('– also in Payments</title>')
  const two = await drawn(node('Words'), setOf(payments, { title: 'Mail', href: 'mail.svg' }))
  expect(linksOf(two)).toEqual([])
  expect(two).toContain('– also in Payments, Mail</title>')
})

const payments = { title: 'Payments', href: 'payments.svg' }
const BOX = '<a href="payments.svg" aria-label="Web in Payments"><g class="node'

/** The start of each sign, and the number of pixels from the left. */
const signsOf = (text: string) =>
  [...text.matchAll(/(<a class="out" [^>]*) transform="translate\(([\d.]+) [\d.]+\)">/g)].map(
    ([, start, x]) => ({ start, x: Number(x) }),
  )
const sign = (href: string) => `<a class="out" href="${href}" ${OUT} aria-label="Web: ${href}"`

test('a box that leads to another diagram has a sign beside it for each address', async () => {
  const text = await drawn(
    node(`Read ${address}, ${address} or mailto:a@example.com.`),
    setOf(payments),
  )
  expect(linksOf(text)[0]).toBe(BOX)
  const signs = signsOf(text)
  expect(signs.map(({ start }) => start)).toEqual([sign(address), sign('mailto:a@example.com')])
  // Room for a finger.
  expect((signs[1]?.x ?? 0) - (signs[0]?.x ?? 0)).toBe(24)
  // Siblings of the link of the box, which names itself to a mouse as well.
  expect(text).toMatch(/<\/g><\/a><g transform="[^"]*"><a class="out"/)
  expect(text).toContain(`<title>Web: ${address}</title>`)
  expect(text).toContain('.out:is(:hover,:focus-visible)')
})

test('a drawn address is its own link beside that of the box, and needs no sign', async () => {
  const text = await drawn(node(`Read ${address}.`), setOf(payments), true)
  const [box, ...lines] = linksOf(text)
  expect(box).toBe(BOX)
  expect(lines.map((line) => line.replace(`<a href="${address}" ${OUT}>`, '')).join('')).toBe(
    address,
  )
  expect(text).toMatch(/<\/g><\/a><g transform="[^"]*"><text class="note mid"[^>]*>(Read )?<a /)
  expect(text).not.toContain('class="out"')
})

test('an address behind the end of a drawn description has a sign', async () => {
  const text = await drawn(node(`${'many words '.repeat(30)} ${address}`), setOf(payments), true)
  expect(linksOf(text)[0]).toBe(BOX)
  expect(signsOf(text)).toHaveLength(1)
})

test('a box that several diagrams draw leads to its only address', async () => {
  const both = setOf(payments, { title: 'Mail', href: 'mail.svg' })
  const text = await drawn(node(`Read ${address}.`), both)
  expect(linksOf(text)).toEqual([
    `<a href="${address}" ${OUT} aria-label="Web: ${address}"><g class="node`,
  ])
  expect(text).toContain('– also in Payments, Mail</title>')
})

test('a title that leads to another diagram has the sign behind it', async () => {
  const code = drawing(
    `const g = t.createGroup('web', { label: 'Web', description: '${address}' }); g.addProcess({ id: 'a' })`,
  )
  const text = await drawn(code, setOf(payments))
  expect(linksOf(text)[0]).toBe(BOX.replace('node', 'head'))
  expect(signsOf(text).map(({ start }) => start)).toEqual([sign(address)])
})

test('the title of a group is its link', async () => {
  const code = drawing(
    `const g = t.createGroup('g', { label: 'Group', description: '${address}' }); g.addProcess({ id: 'a' })`,
  )
  expect(linksOf(await drawn(code, noSet))).toEqual([
    `<a href="${address}" ${OUT} aria-label="Group: ${address}"><g class="head`,
  ])
})

test('any description gives XML with safe links that are not nested', async () => {
  const texts = fc.array(
    fc.oneof(
      hostile,
      fc.constantFrom(address, 'http://', 'mailto:a@b', 'javascript:', '"', ' ', '…'),
    ),
    { maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), fc.boolean(), async (parts, descriptions, isAlone) => {
      const set = isAlone ? noSet : setOf({ title: 'Payments', href: 'https://example.com/p.svg' })
      const text = await drawn(node(parts.join('')), set, descriptions)
      expect(XMLValidator.validate(text)).toBe(true)
      expect(text).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /s)
      for (const [, href] of text.matchAll(/ href="([^"]*)"/g))
        expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
    }),
    { numRuns: cases(100) },
  )
})
