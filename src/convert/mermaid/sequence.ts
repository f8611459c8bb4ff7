/** Reads a sequence diagram of Mermaid: participants are nodes, boxes are groups, and the messages are one scenario. */
import type {
  Drawing,
  DrawnConnection,
  DrawnGroup,
  DrawnNode,
  DrawnStep,
} from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { type MermaidText, textOf } from './prepare.ts'

const ARROW =
  /<<-{1,2}>>|-{1,2}>>|-{1,2}>|-{1,2}[x)]|-{1,2}(?:\|[\\/]|\\\\|\/\/|[\\/])|(?:[\\/]\||\\\\|\/\/)-{1,2}/i
const BLOCK = /^(loop|rect|opt|alt|else|par|par_over|and|critical|option|break)\b(.*)$/i
const PARTICIPANT =
  /^(?:create\s+)?(participant|actor)\s+(.+?)(?:\s*@\{([^}]*)\})?(?:\s+as\s+(.*))?$/i
const NOTE = /^note\s+(?:left of|right of|over)\s+([^:,]+?)(?:\s*,[^:]*)?\s*:(.*)$/i
const SILENT = /^(?:activate|deactivate|destroy)\b/i
const TOLD = /^(?:links?|properties|details|accDescr)\b|^(?:autonumber|sequenceDiagram)\b/i

/** The look of each symbol of a participant. */
const SYMBOLS: Readonly<Record<string, Partial<DrawnNode>>> = {
  actor: { icon: 'user' },
  database: { shape: 'cylinder' },
  queue: { icon: 'queue' },
}
const COLOR = /^(?:rgba?\([^)]*\)|transparent|[a-z]+)(?=\s|$)/i

export function readSequence({ text, title: given, leftOut }: MermaidText, name: string): Drawing {
  const nodes = new Map<string, DrawnNode>()
  const groups: DrawnGroup[] = []
  const connections = new Map<string, DrawnConnection>()
  const steps: DrawnStep[] = []
  const open: string[] = []
  let box: string | undefined
  let title = given

  const nodeOf = (raw: string, line: number, more: Partial<DrawnNode> = {}) => {
    const id = raw.trim()
    const node = nodes.get(id) ?? { id, label: textOf(id), group: box, line }
    nodes.set(id, { ...node, ...more })
    return id
  }

  const statements = text
    .replace(/\baccDescr\s*\{[^}]*\}/gi, (block) => `accDescr${block.replace(/[^\n]+/g, '')}`)
    .split('\n')
    .flatMap((whole, index) =>
      whole
        .replace(/%%[^\n]*$/, '')
        .split(';')
        .map((part) => [part.trim(), index + 1] as const),
    )
    .filter(([statement]) => statement !== '')
  for (const [statement, line] of statements.slice(1)) {
    const block = BLOCK.exec(statement)
    const participant = PARTICIPANT.exec(statement)
    const note = NOTE.exec(statement)
    const titled = /^(?:title|accTitle)\s*:?\s+(.*)$/i.exec(statement)
    const boxed = /^box\b\s*(.*)$/i.exec(statement)
    const arrow = ARROW.exec(statement)
    if (boxed) {
      const color = COLOR.exec(boxed[1] ?? '')?.[0] ?? ''
      // The first word is a colour if more follow, or if it is one of CSS with numbers.
      const label =
        textOf((boxed[1] ?? '').slice(color.length)) || textOf(/\(/.test(color) ? '' : color)
      box = `box ${groups.length + 1}`
      groups.push({ id: box, label: label || `Box ${groups.length + 1}` })
      open.push('box')
    } else if (/^end\b/i.test(statement)) {
      const closed = open.pop()
      if (closed === undefined)
        throw unreadable(line, '"end" closes nothing', 'Remove it, or add what it closes.')
      if (closed === 'box') box = undefined
    } else if (block) {
      const [, word = '', said = ''] = block
      if (!/^(?:else|and|option)$/i.test(word)) open.push(word)
      leftOut.push({ line, what: `${word} ${textOf(said)}`.trim() })
    } else if (participant) {
      const [, word = '', id = '', data = '', alias] = participant
      const type = /"?type"?\s*:\s*"(\w+)"/.exec(data)?.[1] ?? word
      const label = textOf(alias ?? /"?alias"?\s*:\s*"([^"]*)"/.exec(data)?.[1] ?? '')
      nodeOf(id, line, { ...SYMBOLS[type.toLowerCase()], ...(label === '' ? {} : { label }) })
    } else if (titled) title ??= textOf(titled[1] ?? '')
    else if (note) {
      const at = nodeOf(note[1] ?? '', line)
      steps.push({ from: at, to: at, message: textOf(note[2] ?? '') })
    } else if (TOLD.test(statement))
      leftOut.push({ line, what: textOf(statement.split(/\s+/, 2).join(' ')) })
    else if (arrow && !SILENT.test(statement)) {
      const [target = '', message = ''] = splitAt(
        statement.slice(arrow.index + arrow[0].length),
        ':',
      )
      const from = nodeOf(statement.slice(0, arrow.index).replace('()', ''), line)
      const to = nodeOf(target.replace('()', '').replace(/^\s*[+-]/, ''), line)
      if (from === '' || to === '')
        throw unreadable(line, `"${statement.slice(0, 60)}" has no sender or receiver`, HINT)
      // A response travels on the connection of its request.
      const key = JSON.stringify([from, to].sort())
      if (from !== to && !connections.has(key)) connections.set(key, { from, to, line })
      steps.push({
        from,
        to,
        message: textOf(message.replace(/^\s*(?:no)?wrap:/, '')) || undefined,
      })
    } else if (!SILENT.test(statement))
      throw unreadable(line, `"${statement.slice(0, 60)}" is not understood`, HINT)
  }
  if (open.length > 0)
    throw unreadable(text.split('\n').length, `"${open.at(-1)}" has no "end"`, HINT)
  if (nodes.size === 0)
    throw unreadable(statements[0]?.[1] ?? 1, 'the diagram has no participants', HINT)
  const scenarios = steps.length === 0 ? [] : [{ id: 'sequence', title: title ?? name, steps }]
  return {
    name,
    title,
    groups,
    nodes: [...nodes.values()],
    connections: [...connections.values()],
    scenarios,
    leftOut,
  }
}

const HINT = 'Look at it in Mermaid, then correct the line.'

/** The parts before and behind a separator. */
function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
