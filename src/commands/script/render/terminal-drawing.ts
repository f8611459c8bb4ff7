/** Draws a picture on a terminal, with boxes and lines of characters. */
import isUnicodeSupported from 'is-unicode-supported'
import type { Channel, Style } from '../../../cli/io/channel.ts'
import { drawCells, type Picture, type Role } from '../../../render/index.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { counted } from '../../../text/words.ts'

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
  const drawing = drawCells(picture, { columns: out.width ?? 0, isAscii: !drawsUnicode(locale) })
  if (drawing === undefined) return undefined
  const rows = drawing.rows.map((runs) =>
    runs
      .map(({ text, role }) => {
        const style = role === null ? undefined : STYLES[role]
        return style === undefined ? text : out.style(style, text)
      })
      .join(''),
  )
  const more = [
    ...(drawing.textsLeftOut === 0 ? [] : [leftOutLine(drawing.textsLeftOut)]),
    ...(picture.scenarios.length === 0 ? [] : [scenarioLine(picture)]),
  ].map((line) => out.style('dim', line))
  const end = more.length === 0 ? [] : ['', ...more]
  return [out.style('bold', forTerminal(picture.title)), '', ...rows, ...end].join('\n')
}

const leftOutLine = (count: number): string =>
  `${count === 1 ? '1 text of a connection has' : `${count} texts of connections have`} no room. --format text has all of them.`

function scenarioLine({ scenarios }: Picture): string {
  const names = scenarios.slice(0, MOST_NAMED).map(({ id }) => forTerminal(id))
  const more = scenarios.length > names.length ? ' and more' : ''
  return `${counted(scenarios.length, 'scenario')}: ${names.join(', ')}${more}. --format text tells their steps.`
}

const MOST_NAMED = 5

/** Without a locale, only the consoles of some systems lack the letters. */
const drawsUnicode = (locale: string | undefined): boolean =>
  isUnicodeSupported() &&
  (locale === undefined || process.platform === 'win32' || /utf-?8/i.test(locale))
