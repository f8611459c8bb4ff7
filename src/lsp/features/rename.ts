/** Renames a node: its id, and every connection and step that names it, also in files that scripts import. */
import { join } from 'node:path'
import {
  LSPErrorCodes,
  type Range,
  type RenameParams,
  ResponseError,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import {
  computedUse,
  isWritableId,
  type NameUse,
  renamedWord,
  WRITABLE_ID,
} from '../../query/name-uses.ts'
import { forMessage } from '../../text/safe/for-message.ts'
import type { ScriptNames } from '../checks/script-names.ts'
import { type NameAt, nameAt } from '../session/name-at.ts'
import { NamesInTexts } from '../session/names-in-texts.ts'
import type { EditorSession } from '../session/session.ts'
import type { Feature } from './feature.ts'

export const rename: Feature = {
  capabilities: ({ prepares }) => ({ renameProvider: prepares ? { prepareProvider: true } : true }),
  answers: {
    onPrepareRename: async (
      session,
      { textDocument: { uri }, position },
      signal,
    ): Promise<{ range: Range; placeholder: string } | undefined> => {
      const name = await nameAt(session, uri, position, signal)
      if (name === undefined) return undefined
      assertRenamable(name)
      return { range: name.range, placeholder: name.id }
    },
    onRenameRequest: renamed,
  },
}

async function renamed(
  session: EditorSession,
  { textDocument: { uri }, position, newName }: RenameParams,
  signal: AbortSignal,
): Promise<WorkspaceEdit | undefined> {
  const name = await nameAt(session, uri, position, signal)
  if (name === undefined) return undefined
  assertRenamable(name)
  if (newName === name.id) return { changes: {} }
  if (!isWritableId(newName)) throw refused(WRITABLE_ID)
  const all = [
    ...name.scripts.map(({ names }) => names),
    ...(await namesOfImporters(session, name, signal)),
  ]
  for (const { nodes, path } of all) {
    if (nodes.some(({ id }) => id === newName))
      throw refused(`"${newName}" is already a node of ${path}.`)
  }
  return editsOf(session, name, all, newName)
}

/** Other scripts share the files that the name is in; they must not lose the node. */
async function namesOfImporters(
  session: EditorSession,
  { id, scripts }: NameAt,
  signal: AbortSignal,
): Promise<ScriptNames[]> {
  const found: ScriptNames[] = []
  const own = new Set(scripts.map(({ names }) => join(names.root, names.path)))
  for (const { uri, names } of scripts) {
    const shared = names.uses.filter((use) => use.id === id && use.at.path !== names.path)
    const script = session.script(uri)
    if (shared.length === 0 || script === undefined) continue
    const imported = new Set(shared.map(({ at }) => join(names.root, at.path)))
    for (const importer of await session.threads.ask(
      'others',
      { ...script, imported: [...imported] },
      signal,
    )) {
      if (own.has(importer.file)) continue
      if (importer.names === undefined) {
        throw refused(`${importer.file} imports the same file and has errors. Fix it first.`)
      }
      assertWritten(id, importer.names.uses)
      own.add(importer.file)
      found.push(importer.names)
    }
  }
  return found
}

function assertRenamable({ id, scripts }: NameAt): void {
  for (const { names, isCurrent } of scripts) {
    if (!isCurrent) throw refused(`${names.path} has errors. Fix them first.`)
    assertWritten(id, names.uses)
  }
}

function assertWritten(id: string, uses: readonly NameUse[]): void {
  const computed = computedUse(id, uses)
  if (computed === undefined) return
  const { path, line } = computed.at
  throw refused(
    `"${id}" is computed at ${path}:${line}, so it cannot be renamed. Rename it there by hand.`,
  )
}

const refused = (reason: string) =>
  new ResponseError(LSPErrorCodes.RequestFailed, forMessage(reason))

async function editsOf(
  session: EditorSession,
  { id }: NameAt,
  all: readonly ScriptNames[],
  newName: string,
): Promise<WorkspaceEdit> {
  const texts = new NamesInTexts(session)
  const edits = new Map<string, Map<string, TextEdit>>()
  for (const { root, uses } of all) {
    for (const use of uses) {
      if (use.id !== id || use.word === undefined) continue
      const location = await texts.locate(root, use)
      if (location === undefined)
        throw refused(`"${id}" at ${use.at.path}:${use.at.line} cannot be changed.`)
      const file = edits.get(location.uri) ?? new Map<string, TextEdit>()
      edits.set(location.uri, file)
      const word = renamedWord(use.word, id, newName)
      file.set(JSON.stringify(location.range), TextEdit.replace(location.range, word))
    }
  }
  const { documentChanges, annotations } = session.client
  const files = [...edits].map(([uri, file]) => ({
    uri,
    edits: [...file.values()],
  }))
  if (!documentChanges)
    return { changes: Object.fromEntries(files.map((file) => [file.uri, file.edits])) }
  const annotated = (edit: TextEdit) => ({ ...edit, annotationId: 'rename' })
  const versioned = files.map((file) => ({
    textDocument: { uri: file.uri, version: session.text(file.uri)?.version ?? null },
    edits: annotations ? file.edits.map(annotated) : file.edits,
  }))
  if (!annotations) return { documentChanges: versioned }
  const description = `Comments on "${id}" on the service keep its old id.`
  return {
    documentChanges: versioned,
    changeAnnotations: {
      rename: { label: `Rename "${id}"`, description, needsConfirmation: false },
    },
  }
}
