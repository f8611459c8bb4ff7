/** Draws a picture on a terminal, with boxes and lines of characters. */
import isUnicodeSupported from 'is-unicode-supported'
import { drawCells, type Role } from '../../render/cells/draw-cells.ts'
import type { Picture } from '../../render/index.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel, Style } from '../io/channel.ts'

const STYLES: Readonly<Record<Role, Style | undefined>> = {
  box: undefined,
  frame: 'dim',
  label: 'bold',
  title: 'bold',
  note: 'dim',
  warning: 'yellow',
  error: 'red',
  line: 'cyan',
  tag: 'cyan',
}

/**
 * Undefined if the picture does not fit into the terminal.
 * @param locale of the environment, as in `de_DE.UTF-8`
 */
export function terminalDrawing(
  picture: Picture,
  out: Channel,
  locale: string | undefined,
): string | undefined {
  const rows = drawCells(picture, { columns: out.width ?? 0, isAscii: !drawsUnicode(locale) })
  const drawing = rows?.map((runs) =>
    runs
      .map(({ text, role }) => {
        const style = role === null ? undefined : STYLES[role]
        return style === undefined ? text : out.style(style, text)
      })
      .join(''),
  )
  if (drawing === undefined) return undefined
  const { title, scenarios } = picture
  const more = scenarios.length === 0 ? [] : ['', out.style('dim', scenarioLine(picture))]
  return [out.style('bold', forTerminal(title)), '', ...drawing, ...more].join('\n')
}

function scenarioLine({ scenarios }: Picture): string {
  const names = scenarios.slice(0, MOST_NAMED).map(({ id }) => forTerminal(id))
  const more = scenarios.length > names.length ? ' and more' : ''
  return `${scenarios.length === 1 ? '1 scenario' : `${scenarios.length} scenarios`}: ${names.join(', ')}${more}. --format text tells their steps.`
}

const MOST_NAMED = 5

/** Without a locale, only the consoles of some systems lack the letters. */
const drawsUnicode = (locale: string | undefined): boolean =>
  isUnicodeSupported() && (locale === undefined || process.platform === 'win32' || /utf-?8/i.test(locale))
