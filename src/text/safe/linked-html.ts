/** Writes a text as HTML or SVG, with links for the addresses in it. */
import { linkOut, partsWithAddresses } from '../web-addresses.ts'
import { escapeXml, tag } from './for-xml.ts'

export const linkedHtml = (text: string): string =>
  partsWithAddresses(text)
    .map((part) =>
      part.href === undefined
        ? escapeXml(part.text)
        : tag('a', linkOut(part.href), escapeXml(part.text)),
    )
    .join('')
