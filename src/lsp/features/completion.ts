/** Completes ids of nodes, values of options, names of options, statements, and the words of a header. */
import type { CompletionParams } from 'vscode-languageserver'
import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
  type Range,
} from 'vscode-languageserver-types'
import { COLOR_NAMES } from '../../text/css-colors.ts'
import {
  CONNECTION_TYPES,
  ICONS,
  OPTIONS,
  SHAPES,
  SHARD_ROLES,
  STATES,
} from '../../validator/vocabulary.ts'
import type { ScriptNames } from '../checks/script-names.ts'
import { type CursorContext, cursorContext } from '../session/cursor-context.ts'
import { type HeaderWord, headerWordAt } from '../session/header-word.ts'
import type { ScriptSession } from '../session/script-session.ts'
import type { Feature } from './feature.ts'

export const completion: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: ["'", '"'] } }),
  answers: {
    onCompletion: completed,
  },
}

/** More are cut: the client asks again with more letters. */
const MOST_ITEMS = 1_000

export async function completed(
  session: ScriptSession,
  { textDocument: { uri }, position }: CompletionParams,
  signal: AbortSignal,
): Promise<CompletionList | undefined> {
  const text = session.text(uri)
  if (text === undefined) return undefined
  const cursor = text.offsetAt(position)
  const word = headerWordAt(text.text, cursor)
  if (word) {
    const written = { start: text.positionAt(word.from), end: position }
    return { isIncomplete: false, items: headerItems(word, written) }
  }
  const context = cursorContext(text.text, cursor)
  if (context === undefined || context.kind === 'argument') return undefined
  const range = { start: text.positionAt(context.from), end: position }
  let items: CompletionItem[]
  if (context.kind === 'statement') items = statements(session, text.text, range)
  else if (context.kind === 'option') items = optionNames(session, context, range)
  else items = await strings(session, context, { uri, cursor, range }, signal)
  const typed = text.text.slice(context.from, cursor).toLowerCase()
  const near =
    items.length > MOST_ITEMS ? items.filter(({ label }) => startsWith(label, typed)) : items
  return {
    isIncomplete: near.length !== items.length || near.length > MOST_ITEMS,
    items: near.slice(0, MOST_ITEMS),
  }
}

/** A key is completed with its colon. */
const headerItems = ({ isKey, choices }: HeaderWord, range: Range): CompletionItem[] =>
  choices.map(({ word, meaning }) => ({
    label: word,
    kind: isKey ? CompletionItemKind.Property : CompletionItemKind.EnumMember,
    detail: meaning,
    textEdit: { range, newText: isKey ? `${word}: ` : word },
  }))

const startsWith = (label: string, typed: string) => label.toLowerCase().startsWith(typed)

const item = (
  label: string,
  kind: CompletionItemKind,
  range: Range,
  more: Partial<CompletionItem> = {},
) => ({
  label,
  kind,
  ...more,
  textEdit: { range, newText: label },
})

/** Arguments that name nodes, by method. */
const NAMING: Readonly<Record<string, (argument: number) => boolean>> = {
  connect: (argument) => argument < 2,
  from: (argument) => argument === 0,
  to: (argument) => argument === 0,
  flashError: (argument) => argument === 0,
  parallel: (argument) => argument === 0,
}

/** Values that TypeScript's own server completes too. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  icon: ICONS,
  state: STATES,
  shape: SHAPES,
  shardRole: SHARD_ROLES,
}

async function strings(
  session: ScriptSession,
  { method, argument, option }: Extract<CursorContext, { kind: 'string' }>,
  { uri, cursor, range }: { uri: string; cursor: number; range: Range },
  signal: AbortSignal,
): Promise<CompletionItem[]> {
  if (option === undefined) {
    if (NAMING[method]?.(argument) !== true) return []
    return idItems(await namesAt(session, uri, cursor, signal), range)
  }
  const isTyped = session.settings.typescript
  if (option === 'layer') {
    const names = await namesAt(session, uri, cursor, signal)
    return (names?.layers ?? []).map((layer) =>
      item(layer, CompletionItemKind.Value, range, { detail: 'layer' }),
    )
  }
  if (option === 'color')
    return COLOR_NAMES.map((color) => item(color, CompletionItemKind.Color, range))
  if (isTyped) return []
  const values =
    option === 'type' && method === 'connect' ? CONNECTION_TYPES : (VALUES[option] ?? [])
  return values.map((value) => item(value, CompletionItemKind.EnumMember, range))
}

function idItems(names: ScriptNames | undefined, range: Range): CompletionItem[] {
  const seen = new Set<string>()
  return (names?.nodes ?? []).flatMap(({ id, label, kind }) => {
    if (id === '' || seen.has(id)) return []
    seen.add(id)
    return item(id, CompletionItemKind.Reference, range, {
      detail: kind,
      labelDetails: { description: label ?? '' },
    })
  })
}

/** The names in the text without the line of the cursor, which is not finished; else those of the last text that ran. */
async function namesAt(
  session: ScriptSession,
  uri: string,
  cursor: number,
  signal: AbortSignal,
): Promise<ScriptNames | undefined> {
  const known = await session.names(uri, signal)
  const text = session.text(uri)?.text
  if (known?.isCurrent || text === undefined) return known?.names
  const start = text.lastIndexOf('\n', cursor - 1) + 1
  const end = text.indexOf('\n', cursor)
  const below = end < 0 ? '' : text.slice(end)
  const rest = text.slice(0, start) + below
  return (await session.namesWith(uri, rest, signal)) ?? known?.names
}

/** Methods and their options; the first that matches. */
const TAKING = [
  [/^connect$/, OPTIONS.connection],
  [/^scenario$/, OPTIONS.scenario],
  [/^(?:create|add)(?:Group|Cloud|Host|VM|DataCenter)$/, OPTIONS.group],
  [/^(?:create|add)[A-Z]/, OPTIONS.node],
] as const

/** Undefined for a method without options. */
export function optionsOf(method: string): readonly string[] | undefined {
  const entry = TAKING.find(([methods]) => methods.test(method))
  return entry?.[1]
}

/** Elsewhere, TypeScript's own server completes them. */
function optionNames(
  session: ScriptSession,
  { method, option, given }: Extract<CursorContext, { kind: 'option' }>,
  range: Range,
): CompletionItem[] {
  if (session.settings.typescript) return []
  const known = optionsOf(method) ?? []
  const isInner = option !== undefined && !given.includes(option)
  return known
    .filter((name) => !isInner && !given.includes(name))
    .map((name) => ({
      ...item(name, CompletionItemKind.Property, range),
      textEdit: { range, newText: `${name}: ` },
    }))
}

/** Snippets: `B` and `F` are the builders of the script, `{1:id}` is a place to fill in. */
const STATEMENTS: readonly (readonly [label: string, detail: string, body: string])[] = [
  ['process', 'a node', "B.createProcess({ id: '{1:id}', label: '{2:Label}' })"],
  [
    'group',
    'a group with a node',
    "B\n  .createGroup('{1:group}', { label: '{2:Group}' })\n  .addProcess({ id: '{3:id}', label: '{4:Label}' })\n  .autoResize()",
  ],
  ['connection', 'a connection', "B.connect('{1:from}', '{2:to}', { label: '{3:calls}' })"],
  [
    'scenario',
    'a scenario with two steps',
    "F\n  .scenario('{1:id}', '{2:Title}')\n  .from('{3:from}')\n  .to('{4:to}')",
  ],
]

function statements(session: ScriptSession, text: string, range: Range): CompletionItem[] {
  if (!session.client.snippets) return []
  const builder = /(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]{0,80})?=\s*new\s+TopologyBuilder/.exec(
    text,
  )?.[1]
  const flow = /(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]{0,80})?=\s*new\s+FlowBuilder/.exec(
    text,
  )?.[1]
  return STATEMENTS.flatMap(([label, detail, body]) => {
    const variable = body.startsWith('F') ? flow : builder
    if (variable === undefined) return []
    const newText = body
      .replace(/^./, () => variable.replaceAll('$', '\\$'))
      .replace(/\{(?=\d:)/g, '$${')
    return {
      ...item(label, CompletionItemKind.Snippet, range, { detail: `topo: ${detail}` }),
      insertTextFormat: InsertTextFormat.Snippet,
      textEdit: { range, newText },
    }
  })
}
