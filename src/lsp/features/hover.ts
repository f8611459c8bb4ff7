/** Tells what a node is, who calls it, what it calls, and in which scenarios it takes part; and what a key of the header means. */
import { type Hover, MarkupKind, type Position } from 'vscode-languageserver'
import { code } from '../../diff/index.ts'
import { forMarkdown } from '../../text/safe/for-markdown.ts'
import { Superseded } from '../../threads/job.ts'
import type { ScriptNames } from '../checks/names-in-script.ts'
import { headerWordAt } from '../session/header-word.ts'
import { type NameAt, nameSoonAt } from '../session/name-at.ts'
import type { EditorSession } from '../session/session.ts'
import type { Feature } from './feature.ts'

export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  answers: {
    onHover: async (
      session,
      { textDocument: { uri }, position },
      signal,
    ): Promise<Hover | undefined> => {
      const word = headerHover(session, uri, position)
      if (word) return word
      const name = await nameSoonAt(session, uri, position, signal)
      const names = name?.scripts[0]?.names
      if (name === undefined || names === undefined) return undefined
      const picture = await pictureOf(session, name, signal)
      const value = [describe(names, name.id), ...picture].join('\n\n')
      return { range: name.range, contents: { kind: MarkupKind.Markdown, value } }
    },
  },
}

function headerHover(session: EditorSession, uri: string, position: Position): Hover | undefined {
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

/** The node with its neighbours, as an image in the Markdown; none where the client shows no images, or while threads are busy. */
async function pictureOf(
  session: EditorSession,
  { id, scripts }: NameAt,
  signal: AbortSignal,
): Promise<string[]> {
  const [first] = scripts
  // The text as it is may take seconds, or never end.
  const script = first?.isCurrent ? session.script(first.uri) : undefined
  if (!session.settings.pictures || !session.threads.isFree || script === undefined) return []
  const svg = await session.threads
    .ask('around', { ...script, id }, signal)
    .catch((error: unknown) => {
      // Too large a picture, or a script that dies: the words are enough.
      if (error instanceof Superseded) throw error
      return undefined
    })
  return svg === undefined
    ? []
    : [`![](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`]
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
