/** Reads a flowchart of Mermaid, by the rules of its lexer and grammar (`flow.jison`). */
import type { Drawing, DrawnConnection, DrawnGroup, DrawnNode } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { Cursor, type MermaidText, textOf } from './prepare.ts'
import { NODE_SHAPES, QUOTED, shapeNamed } from './shapes.ts'

type Open = { -readonly [Key in keyof DrawnNode]: DrawnNode[Key] }

interface Subgraph {
  id: string | undefined
  readonly title: string
  readonly members: string[]
  readonly line: number
}

/** Deeper ones are no diagram for people. */
const DEEPEST = 50
/** Groups of nodes that are connected with `&` multiply. */
const MOST_CONNECTIONS = 20_000

const ID = /(?:[\w!#$%'*+.`?\\/,&\p{L}\p{M}\p{N}\uE000\uE001]|:(?!::)|-(?![>\-.]|$)|=(?!=))+/uy
const LINK = /\s*(?:[xo<]?(?:--+[-xo>]|==+[=xo>]|-?\.+-[xo>]?)|~~~+)\s*/y
const LINK_START = /\s*[xo<]?(--|==|-\.)\s*/y
/** The text of a link up to its second half, by its first half. */
const LINK_TEXT: Readonly<Record<string, RegExp>> = {
  '--': /((?:[^-]|-(?!-))*)--+[-xo>]\s*/y,
  '==': /((?:[^=]|=(?!=))*)==+[=xo>]\s*/y,
  '-.': /((?:[^.]|\.(?!\.*-))*)\.+-[xo>]?\s*/y,
}
const PIPED = new RegExp(`\\|(?:${QUOTED.source}|([^|]*))\\|\\s*`, 'y')
const TITLE = new RegExp(`[ \\t]*${QUOTED.source.replace(/\\s\*/g, '')}|[ \\t]?([^\\n;["]*)`, 'y')
const BRACKETED = NODE_SHAPES.find(({ pattern }) => pattern.source.startsWith('\\[(?:'))
  ?.pattern as RegExp
const SKIPPED = /(?:linkStyle|classDef|class)(?=[ \t])[^\n;]*|click[ \t][^\n]*/y

/** The text in the groups of `QUOTED`, or in the one behind them. */
const labelOf = ([, markdown, quoted, other]: RegExpExecArray) =>
  textOf(markdown ?? quoted ?? other ?? '', markdown !== undefined)

export function readFlowchart({ text, title: given, leftOut }: MermaidText, name: string): Drawing {
  const cursor = new Cursor(text)
  const nodes = new Map<string, Open>()
  const connections: DrawnConnection[] = []
  /** Also those that are invisible. */
  let drawn = 0
  const linkIds = new Set<string>()
  const open: Subgraph[] = []
  const subgraphs: Subgraph[] = []
  const closed: Subgraph[] = []
  let title = given

  const fail = (
    why: string,
    hint = 'Mermaid may read it otherwise: look at it in Mermaid, then correct the line.',
  ) => unreadable(cursor.line, why, hint)
  const tell = (what: string, line = cursor.line) => leftOut.push({ line, what })

  function nodeOf(id: string): Open | undefined {
    if (linkIds.has(id)) return undefined
    const node = nodes.get(id) ?? { id, label: textOf(id), line: cursor.line }
    nodes.set(id, node)
    return node
  }

  function takeNode(): string {
    const id = cursor.take(ID)?.[0]
    if (id === undefined)
      throw fail(
        cursor.next === ''
          ? 'a node is missing'
          : `no node starts with ${JSON.stringify(cursor.next)}`,
      )
    const node = nodeOf(id)
    for (const { pattern, outline } of NODE_SHAPES) {
      const shape = cursor.take(pattern)
      if (!shape) continue
      if (node) Object.assign(node, { label: labelOf(shape) || node.label, shape: outline })
      break
    }
    if (cursor.take(/(?=[[({>])/y))
      throw fail(
        `the text of "${id}" does not end`,
        'Put the text in quotes: A["a text (with brackets)"].',
      )
    takeData(id, node)
    if (cursor.take(/:::[\w-]+/y)) tell(`class of ${id}`)
    takeData(id, node)
    return id
  }

  /** `@{ shape: cyl, label: "Orders" }` */
  function takeData(id: string, node: Open | undefined): void {
    const line = cursor.line
    const data = cursor.take(/@\{((?:"[^"]*"|[^"}])*)\}/y)
    for (const [, key = '', value = ''] of data?.[1]?.matchAll(
      /(\w+)\s*:\s*("[^"]*"|'[^']*'|[^,\n}]*)/g,
    ) ?? []) {
      const said = value.trim().replace(/^(["'])(.*)\1$/s, '$2')
      const outline = key === 'shape' ? shapeNamed(said) : undefined
      if (node && key === 'label') node.label = textOf(said.replace(/\n\s*/g, '\n')) || node.label
      else if (node && outline) node.shape = outline.shape
      else tell(`${key} of ${id}`, line)
    }
  }

  function takeNodes(): string[] {
    const ids = [takeNode()]
    while (cursor.take(/[ \t]+&[ \t]+/y)) ids.push(takeNode())
    return ids
  }

  function takeLink(): { text: string | undefined; isVisible: boolean } | undefined {
    const start = cursor.at
    const id = cursor.take(/[ \t]+([^\s"@]+)@(?=[ \t]*[xo<]?(?:--|==|-\.|\.))/y)?.[1]
    if (id !== undefined) linkIds.add(id)
    const whole = cursor.take(LINK)?.[0]
    if (whole !== undefined) {
      const text = cursor.take(PIPED)
      return { text: text && labelOf(text), isVisible: !whole.includes('~') }
    }
    const half = cursor.take(LINK_START)?.[1]
    const afterHalf = cursor.at
    const quoted = half === undefined ? undefined : cursor.take(QUOTED)
    if (quoted && cursor.take(LINK)) return { text: labelOf(quoted), isVisible: true }
    cursor.at = afterHalf
    // The second half may have a head at its start, and one more dash.
    const text =
      half &&
      cursor
        .take(LINK_TEXT[half] as RegExp)?.[1]
        ?.replace(half === '-.' ? /[xo<]?-?$/ : /[xo<]$/, '')
    if (text !== undefined && text !== '') return { text: textOf(text), isVisible: true }
    cursor.at = half === undefined ? start : afterHalf
    if (half !== undefined) throw fail(`the connection that starts with ${half} does not end`)
    return undefined
  }

  function takeStatement(): void {
    const line = cursor.line
    let from = takeNodes()
    const members = [...from]
    for (let link = takeLink(); link; link = takeLink()) {
      const to = takeNodes()
      drawn += from.length * to.length
      if (drawn > MOST_CONNECTIONS)
        throw fail(`there are more than ${MOST_CONNECTIONS} connections`, 'Split the diagram.')
      for (const one of from) {
        for (const other of to) {
          if (link.isVisible)
            connections.push({ from: one, to: other, label: link.text || undefined, line })
          else tell(`invisible connection from ${one} to ${other}`)
        }
      }
      for (const other of to) members.push(other)
      from = to
    }
    for (const member of members) open.at(-1)?.members.push(member)
    if (!cursor.take(/[ \t]*(?=[\n;]|$)/y))
      throw fail(`${JSON.stringify(cursor.next)} is not understood`)
  }

  function openSubgraph(): void {
    const { line } = cursor
    if (open.length >= DEEPEST)
      throw fail(`subgraphs are nested more than ${DEEPEST} deep`, 'Split the diagram.')
    const own = cursor.take(TITLE)
    const words = own?.[1] ?? own?.[2] ?? own?.[3] ?? ''
    const title = cursor.take(BRACKETED) ?? own
    // Mermaid does the same: several words are only a title, and one word is an id too.
    const id = title === own && /\s/.test(words) ? undefined : words.trim()
    const subgraph = { id, title: title ? labelOf(title) : '', members: [], line }
    open.push(subgraph)
    subgraphs.push(subgraph)
  }

  function closeSubgraph(): void {
    const last = open.pop()
    if (last === undefined) throw fail('"end" closes no subgraph')
    last.id ??= `subGraph${closed.length}`
    closed.push(last)
    open.at(-1)?.members.push(last.id)
  }

  cursor.take(/\s*[\w-]+[ \t]*(?:LR|RL|TB|BT|TD|BR|[<>^]|v\b)?/y)
  for (cursor.take(/[\s;]*/y); cursor.at < text.length; cursor.take(/[\s;]*/y)) {
    const { line } = cursor
    const skipped = cursor.take(SKIPPED)?.[0]
    const styled =
      skipped === undefined ? cursor.take(/style[ \t]+([^\s;]+)[^\n;]*/y)?.[1] : undefined
    const described = cursor.take(/acc(Title|Descr)\s*(?::[ \t]*([^\n]*)|\{[^}]*\}?)/y)
    if (skipped !== undefined) tell(skipped.trim().split(/\s+/, 2).join(' '), line)
    else if (styled !== undefined) {
      nodeOf(styled)
      tell(`style of ${styled}`, line)
    } else if (described) {
      if (described[1] === 'Title') title ??= textOf(described[2] ?? '')
      else tell('accDescr', line)
    } else if (cursor.take(/direction[ \t]+(?:TB|BT|RL|LR|TD)[^\n;]*/y)) tell('direction', line)
    else if (cursor.take(/subgraph(?=[\s;]|$)/y)) openSubgraph()
    else if (cursor.take(/end\b(?!-)/y)) closeSubgraph()
    else takeStatement()
  }
  if (open.length > 0) throw fail(`the subgraph of line ${open[0]?.line} has no "end"`)
  if (nodes.size + closed.length === 0) throw fail('the flowchart is empty')
  return {
    name,
    title,
    ...contained(nodes, subgraphs, closed),
    connections,
    scenarios: [],
    leftOut,
  }
}

/** A node is in the first subgraph that names it and ends. */
function contained(
  nodes: ReadonlyMap<string, Open>,
  subgraphs: readonly Subgraph[],
  closed: readonly Subgraph[],
) {
  const parents = new Map<string, string>()
  const isInside = (inner: string | undefined, outer: string): boolean =>
    inner !== undefined && (inner === outer || isInside(parents.get(inner), outer))
  for (const { id = '', members } of closed)
    for (const member of members)
      if (!parents.has(member) && !isInside(id, member)) parents.set(member, id)
  const groups = new Map<string, DrawnGroup>()
  for (const { id = '', title } of subgraphs)
    if (!groups.has(id)) groups.set(id, { id, label: title, parent: parents.get(id) })
  const own = [...nodes.values()].filter(({ id }) => !groups.has(id))
  return {
    groups: [...groups.values()],
    nodes: own.map((node) => ({ ...node, group: parents.get(node.id) })),
  }
}
