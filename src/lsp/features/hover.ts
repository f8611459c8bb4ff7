/** Tells what a node is, who calls it, what it calls, and in which scenarios it takes part; and what a key of the header means. */
import type { HoverParams } from 'vscode-languageserver'
import { type Hover, MarkupKind, type Position } from 'vscode-languageserver-types'
import { code } from '../../diff/index.ts'
import { forMarkdown } from '../../text/safe/for-markdown.ts'
import type { ScriptNames } from '../checks/script-names.ts'
import { headerWordAt } from '../session/header-word.ts'
import { type NameAt, nameSoonAt } from '../session/name-at.ts'
import type { ScriptSession } from '../session/script-session.ts'
import type { Feature } from './feature.ts'

export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  answers: { onHover: hoverAt },
}

export async function hoverAt(
  session: ScriptSession,
  { textDocument: { uri }, position }: HoverParams,
  signal: AbortSignal,
): Promise<Hover | undefined> {
  const word = headerHover(session, uri, position)
  if (word) return word
  const name = await nameSoonAt(session, uri, position, signal)
  const names = name?.scripts[0]?.names
  if (name === undefined || names === undefined) return undefined
  const picture = await pictureOf(session, name, signal)
  const value = [describe(names, name.id), ...picture].join('\n\n')
  return { range: name.range, contents: { kind: MarkupKind.Markdown, value } }
}

function headerHover(session: ScriptSession, uri: string, position: Position): Hover | undefined {
  const text = session.text(uri)
  const word = text && headerWordAt(text.text, text.offsetAt(position))
  const choice = word?.choices.find((one) => one.word === word.written)
  if (!text || !word || !choice) return undefined
  const range = {
    start: text.positionAt(word.from),
    end: text.positionAt(word.from + word.written.length),
  }
  return { range, contents: { kind: MarkupKind.PlainText, value: choice.meaning } }
}

/** The node with its neighbours, as an image in the Markdown. */
async function pictureOf(
  session: ScriptSession,
  { id, scripts }: NameAt,
  signal: AbortSignal,
): Promise<string[]> {
  const [first] = scripts
  // The text as it is may take seconds, or never end.
  const picture = first?.isCurrent ? await session.pictureAround(first.uri, id, signal) : undefined
  return picture === undefined ? [] : [`![](data:image/svg+xml;base64,${picture})`]
}

/** Entries of a list; a hover is small. */
const MOST = 12

/** A line of Markdown; none without entries. */
function listed(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return []
  const more = entries.length > MOST ? ` and ${entries.length - MOST} more` : ''
  return [`${title}: ${entries.slice(0, MOST).map(forMarkdown).join(', ')}${more}`]
}

/** Markdown. */
function describe({ nodes, edges, scenarios }: ScriptNames, id: string): string {
  const node = nodes.find((one) => one.id === id)
  if (node === undefined) return `${code(id)} is not a node.`
  const labels = new Map(nodes.toReversed().map((one) => [one.id, one.label]))
  const labelOf = (other: string) => labels.get(other) || other
  const group = node.parent === undefined ? undefined : nodes[node.parent]
  const nextTo = (own: 0 | 1, other: 0 | 1) =>
    edges
      .filter(({ ends }) => ends[own] === id)
      .map(({ ends, label }) =>
        label ? `${labelOf(ends[other])} (${label})` : labelOf(ends[other]),
      )
  const scenariosAround = scenarios.filter(({ ids }) => ids.includes(id))
  const titles = scenariosAround.map(({ title }) => title)
  const inGroup = group ? ` in ${forMarkdown(group.label || group.id)}` : ''
  return [
    `**${forMarkdown(node.label || id)}**, ${node.kind} ${code(id)}${inGroup}`,
    ...(node.description ? [forMarkdown(node.description)] : []),
    ...listed('Called by', nextTo(1, 0)),
    ...listed('Calls', nextTo(0, 1)),
    ...listed('Scenarios', titles),
  ].join('\n\n')
}
