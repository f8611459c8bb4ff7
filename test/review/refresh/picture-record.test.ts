/** The record in a picture file: what is written is read, and nothing else is believed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  inPng,
  inText,
  RECORD_BYTES,
  recordAtStart,
  recordOf,
  sourceOf,
  withoutRecord,
} from '../../../src/review/refresh/picture-record.ts'
import { cases } from '../../cases.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>x</title></svg>\n'
/** Signature and first chunk, and something after it. */
const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(40)])

test('slug and flags of an SVG and of a PNG are read as they were written, whatever a layer is called', () => {
  const layers = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(
      layers,
      fc.constantFrom('svg', 'png'),
      fc.boolean(),
      fc.boolean(),
      (layer, format, isSequence, isInSet) => {
        const form = isSequence
          ? { format: 'sequence', sequences: format as 'svg' | 'png' }
          : { format }
        const choice = { layer, theme: 'dark', aspect: 16 / 9, descriptions: true, scale: 0.5 }
        const text = recordOf({ slug: 'shop', form, choice, isInSet }, svg) ?? ''
        const bytes =
          format === 'svg' ? Buffer.from(inText(svg, text)) : Buffer.from(inPng(png, text))
        const record = recordAtStart(bytes.subarray(0, RECORD_BYTES))
        expect(record).toMatchObject({ slug: 'shop', form, choice, isInSet })
        expect(record?.choice.style).toBeUndefined()
      },
    ),
    { numRuns: cases(200) },
  )
})

test.each([
  ['of another program', svg],
  ['without a slug', svg.replace(' role', ' data-topo="theme=dark" role')],
  ['with a flag of a newer topo', svg.replace(' role', ' data-topo="slug=a&amp;x=1" role')],
  ['with an unknown theme', svg.replace(' role', ' data-topo="slug=a&amp;theme=x" role')],
  ['with a scale without end', svg.replace(' role', ' data-topo="slug=a&amp;scale=1e9" role')],
  ['with too long a record', svg.replace(' role', ` data-topo="slug=${'a'.repeat(3_000)}" role`)],
  ['that is empty', ''],
])('a picture %s has no record', (_what, text) => {
  expect(recordAtStart(Buffer.from(text))).toBeUndefined()
})

test('a picture of another format has none, and too many layers are not recorded', () => {
  const plain = { slug: 'a', isInSet: false }
  expect(recordOf({ ...plain, form: { format: 'drawio' }, choice: {} }, '')).toBeUndefined()
  const layer = Array.from({ length: 300 }, (_, n) => `layer ${n}`)
  expect(recordOf({ ...plain, form: { format: 'svg' }, choice: { layer } }, '')).toBeUndefined()
})

const page =
  '<!doctype html>\n<html lang="en">\n<head>A</head>\n<body>\nB<script>C</script>D</body></html>\n'

test('a page has its record in its first element, also after git wrote \\r\\n', () => {
  const form = { format: 'html' }
  const choice = { theme: 'dark', layer: ['"><b>'] }
  const record = recordOf({ slug: 'shop', form, choice, isInSet: true }, page) ?? ''
  const text = inText(page, record)
  expect(text).toMatch(/^<!doctype html>\n<html lang="en" data-topo="[^"<>]*">\n<head>/)
  for (const bytes of [text, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`])
    expect(recordAtStart(Buffer.from(bytes).subarray(0, RECORD_BYTES))).toMatchObject({
      slug: 'shop',
      form,
      choice,
      isInSet: true,
      source: sourceOf(form, page),
      shown: sourceOf(form, page),
    })
  expect(withoutRecord(text)).toBe(page)
  const sequences = text.replace('data-topo="', 'data-topo="format=sequence&amp;')
  expect(recordAtStart(Buffer.from(sequences))).toBeUndefined()
  expect(recordAtStart(Buffer.from(page))).toBeUndefined()
})

test('the source of a page is what it says about its diagram, not the program of a version', () => {
  const form = { format: 'html' }
  const source = sourceOf(form, page)
  expect(sourceOf(form, page.replace('A', 'a').replace('C', 'c'))).toBe(source)
  expect(sourceOf(form, page.replace('B', 'b'))).not.toBe(source)
  expect(sourceOf(form, page.replace('D', 'd'))).not.toBe(source)
})
