/**
 * The record in a picture file: the slug of its diagram, and the flags that drew it. It makes `topo render --write` and a review
 * able to draw the file again. An SVG and a page have it as the attribute `data-topo`, a PNG as a
 * chunk of text.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { directions, styleNames } from '../../render/index.ts'
import { withLineFeeds } from '../../text/line-ends.ts'
import { escapeXml, unescapeXml } from '../../text/safe/for-xml.ts'
import { type PictureChoice, type PictureForm, themes } from './picture-choice.ts'

export interface PictureRecord {
  readonly slug: string
  readonly form: PictureForm
  readonly choice: PictureChoice
  /** True for an SVG or a page with links to the other files of its folder. */
  readonly isInSet: boolean
  /**
   * Hash of the text that a page, a PNG, or an SVG with letters or links was made of: it is enough
   * to compare this text.
   */
  readonly source: string | undefined
  /** Hash of what a page shows, with the links to the other files of its folder. */
  readonly shown: string | undefined
}

/** Longer records are not written. */
const LONGEST = 2_000
/** Bytes at the start of a file that contain its record. */
export const RECORD_BYTES = LONGEST * 3

const isFactor = (text: string): boolean => Number(text) >= 0.1 && Number(text) <= 10
const isOn = (text: string): boolean => text === 'true'
const isName = (text: string): boolean => text !== ''
const isOneOf = (names: readonly string[]) => (text: string) => names.includes(text)

/** The flags that a record may have, and their values. */
const flags = {
  theme: isOneOf(themes),
  style: isOneOf(styleNames),
  direction: isOneOf(directions),
  aspect: isFactor,
  scale: isFactor,
  descriptions: isOn,
  'embed-fonts': isOn,
  layer: isName,
  scenario: isName,
} satisfies Record<keyof PictureChoice, (text: string) => boolean>

type FlagName = keyof typeof flags
const flagNames = Object.keys(flags) as FlagName[]
/** The flags among others. */
export const recordedChoice = (choice: PictureChoice): PictureChoice =>
  Object.fromEntries(flagNames.map((name) => [name, choice[name]]))

const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name)

/** Undefined for a picture of another format. @param document the text of the picture */
export function recordOf(
  { slug, form, choice, isInSet }: Omit<PictureRecord, 'source' | 'shown'>,
  document: string,
): string | undefined {
  const { format, sequences } = form
  const kind = fileKinds.find((name) => name === (sequences ?? format))
  if (kind === undefined) return undefined
  const words = new URLSearchParams({ slug })
  if (sequences !== undefined) words.append('format', format)
  for (const name of flagNames) {
    for (const value of [choice[name]].flat())
      if (value !== undefined && value !== false) words.append(name, String(value))
  }
  if (isInSet) words.append('set', 'true')
  if (kind !== 'svg' || choice['embed-fonts'] || isInSet)
    words.append('source', sourceOf(form, document))
  const text = words.toString()
  return text.length > LONGEST ? undefined : text
}

/** @param document the text of the picture */
export const sourceOf = ({ format }: PictureForm, document: string): string =>
  hashOf(format === 'html' ? shownInPage(document) : document)

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * The part of a page that shows its diagram. Its program and the style around the picture differ in
 * each version of topo.
 */
const shownInPage = (page: string): string =>
  page.slice(page.indexOf('<body>')).replace(/<script>.*?<\/script>/s, '')

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
const PAGE = '<html lang="en"'
/** The elements that have the record, and what may be in front of them. */
const svgPattern = new RegExp(`^(\\uFEFF?${SVG}) data-topo="([^"<>]*)"`)
const pagePattern = new RegExp(`^(\\uFEFF?<!doctype html>\\r?\\n${PAGE}) data-topo="([^"<>]*)"`)

/** @param text an SVG or a page */
export const inText = (text: string, record: string): string =>
  text.replace(new RegExp(`^(?:${SVG}|(<!doctype html>\n${PAGE}))`), (start, page) => {
    const whole = page === undefined ? record : `${record}&shown=${hashOf(shownInPage(text))}`
    return `${start} data-topo="${escapeXml(whole)}"`
  })

/** False for a page that somebody has edited or cut. @param content of its file */
export const showsWhatWasWritten = ({ form, shown }: PictureRecord, content: Buffer): boolean =>
  form.format !== 'html' || hashOf(shownInPage(withLineFeeds(content.toString()))) === shown

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Signature and first chunk of every PNG. */
const HEADER_LENGTH = 33
const KEYWORD = 'topo\0'

export function inPng(png: Uint8Array, record: string): Uint8Array {
  const content = Buffer.from(`tEXt${KEYWORD}${record}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  const bytes = Buffer.from(png)
  const header = bytes.subarray(0, HEADER_LENGTH)
  return Buffer.concat([header, length, content, sum, bytes.subarray(HEADER_LENGTH)])
}

/** The content as an older topo wrote it. */
export function withoutRecord(content: string | Uint8Array): string | Uint8Array {
  if (typeof content === 'string')
    return content.replace(svgPattern, '$1').replace(pagePattern, '$1')
  const png = Buffer.from(content)
  if (textInPng(png) === undefined) return content
  const end = HEADER_LENGTH + png.readUInt32BE(HEADER_LENGTH) + 12
  return Buffer.concat([png.subarray(0, HEADER_LENGTH), png.subarray(end)])
}

/**
 * Undefined for a picture without a record, or with one of a newer topo.
 * @param start the first bytes of a file, whose author is not trusted
 */
export function recordAtStart(start: Buffer): PictureRecord | undefined {
  const { kind, text } = recordText(start)
  if (text === undefined || text.length > LONGEST) return undefined
  return parseRecord(new URLSearchParams(text), kind)
}

const fileKinds = ['svg', 'png', 'html'] as const
type FileKind = (typeof fileKinds)[number]

function recordText(start: Buffer): { kind: FileKind; text: string | undefined } {
  if (start.subarray(0, PNG_START.length).equals(PNG_START))
    return { kind: 'png', text: textInPng(start) }

  const words = start.toString()
  const page = pagePattern.exec(words)?.[2]
  if (page !== undefined) return { kind: 'html', text: unescapeXml(page) }

  const svg = svgPattern.exec(words)?.[2]
  return { kind: 'svg', text: svg === undefined ? undefined : unescapeXml(svg) }
}

function textInPng(start: Buffer): string | undefined {
  if (start.length < HEADER_LENGTH + 8) return undefined
  const length = start.readUInt32BE(HEADER_LENGTH)
  const first = HEADER_LENGTH + 4
  const content = start.subarray(first, first + 4 + length).toString('latin1')
  const head = `tEXt${KEYWORD}`
  return content.startsWith(head) ? content.slice(head.length) : undefined
}

function parseRecord(words: URLSearchParams, kind: FileKind): PictureRecord | undefined {
  const { slug, format, source, shown, set, ...others } = Object.fromEntries(words)
  const form = formOf(kind, format)
  if (slug === undefined || form === undefined) return undefined
  const names = Object.keys(others)
  const isKnown = names.every((name) => isFlag(name) && words.getAll(name).every(flags[name]))
  if (!isKnown) return undefined
  return {
    slug,
    form,
    choice: choiceIn(words),
    isInSet: set === 'true',
    source,
    shown,
  }
}

/** @param format the recorded one; undefined for that of the file */
function formOf(kind: FileKind, format: string | undefined): PictureForm | undefined {
  if (format === undefined) return { format: kind }
  return format === 'sequence' && kind !== 'html' ? { format, sequences: kind } : undefined
}

/** @param words checked ones */
function choiceIn(words: URLSearchParams): PictureChoice {
  const listOf = (name: string) => (words.has(name) ? words.getAll(name) : undefined)
  const numberOf = (name: string) => (words.has(name) ? Number(words.get(name)) : undefined)
  return {
    theme: words.get('theme') ?? undefined,
    style: styleNames.find((name) => name === words.get('style')),
    direction: directions.find((name) => name === words.get('direction')),
    aspect: numberOf('aspect'),
    scale: numberOf('scale'),
    descriptions: words.has('descriptions'),
    'embed-fonts': words.has('embed-fonts'),
    layer: listOf('layer'),
    scenario: listOf('scenario'),
  }
}
