/** Completes and explains the text of a page, with the code of the language server. */
import { CompletionItemKind, InsertTextFormat, type TextEdit } from 'vscode-languageserver-types'
import { completed } from '../../lsp/features/completion.ts'
import { hoverAt } from '../../lsp/features/hover.ts'
import { markdown } from '../../text/from-markdown.ts'
import { changeOf } from './changes.ts'
import { TEXT_URI, type TextSession } from './text-session.ts'

export interface TextCompletion {
  /** Offset where the completed word starts. */
  readonly from: number
  readonly items: readonly CompletionOption[]
}

export interface CompletionOption {
  readonly label: string
  /** Its kind for people, such as `process` for a node. */
  readonly detail: string
  /** A name that a node has for people. */
  readonly description: string
  readonly insert: string
  /** `insert` has places to fill in, such as `${1:id}`. */
  readonly isSnippet: boolean
  readonly kind: 'name' | 'property' | 'value' | 'snippet'
}

/** Nobody cancels a request: the page asks one after the other. */
const { signal } = new AbortController()

export async function completeText(
  session: TextSession,
  offset: number,
): Promise<TextCompletion | undefined> {
  const text = session.text(TEXT_URI)
  if (text === undefined) return undefined
  const params = { textDocument: { uri: TEXT_URI }, position: text.positionAt(offset) }
  const list = await completed(session, params, signal)
  const [first] = list?.items ?? []
  if (list === undefined || first === undefined) return undefined
  const { from } = changeOf(first.textEdit as TextEdit, text)
  const items = list.items.map(({ label, detail = '', labelDetails, kind, ...item }) => ({
    label,
    detail,
    description: labelDetails?.description ?? '',
    insert: (item.textEdit as TextEdit).newText,
    isSnippet: item.insertTextFormat === InsertTextFormat.Snippet,
    kind: kindOf(kind),
  }))
  return { from, items }
}

function kindOf(kind: CompletionItemKind | undefined): CompletionOption['kind'] {
  if (kind === CompletionItemKind.Snippet) return 'snippet'
  if (kind === CompletionItemKind.Property) return 'property'
  return kind === CompletionItemKind.Reference ? 'name' : 'value'
}

export interface TextExplanation {
  readonly from: number
  readonly to: number
  /** Safe HTML. */
  readonly html: string
}

export async function explainText(
  session: TextSession,
  offset: number,
): Promise<TextExplanation | undefined> {
  const text = session.text(TEXT_URI)
  if (text === undefined) return undefined
  const params = { textDocument: { uri: TEXT_URI }, position: text.positionAt(offset) }
  const hover = await hoverAt(session, params, signal)
  if (hover?.range === undefined) return undefined
  const { from, to } = changeOf({ range: hover.range, newText: '' }, text)
  const { contents } = hover
  const source = typeof contents === 'object' && 'value' in contents ? contents.value : ''
  return { from, to, html: await markdown(source) }
}
