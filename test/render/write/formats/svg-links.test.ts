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
  const payments = { title: 'Payments', href: 'payments.svg' }
  const one = await drawn(node(`Read ${address}.`), setOf(payments))
  expect(linksOf(one)).toEqual([
    '<a href="payments.svg" aria-label="Web in Payments"><g class="node',
  ])
  expect(one).toContain('– also in Payments</title>')
  const two = await drawn(node('Words'), setOf(payments, { title: 'Mail', href: 'mail.svg' }))
  expect(linksOf(two)).toEqual([])
  expect(two).toContain('– also in Payments, Mail</title>')
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
    fc.asyncProperty(texts, fc.boolean(), async (parts, descriptions) => {
      const text = await drawn(node(parts.join('')), noSet, descriptions)
      expect(XMLValidator.validate(text)).toBe(true)
      expect(text).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /s)
      for (const [, href] of text.matchAll(/ href="([^"]*)"/g))
        expect(href).toMatch(/^(https?:\/\/|mailto:)/i)
    }),
    { numRuns: cases(100) },
  )
})
