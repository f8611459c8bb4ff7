/** Follows `topo preview` of the same project: a click on a line shows it in the editor, the cursor lights its node. */
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Connection, Position } from 'vscode-languageserver'
import { isInside } from '../../project/files/path-containment.ts'
import { findRoot, hasRootMark } from '../../project/files/root.ts'
import {
  type EditorLink,
  isLinked,
  type LinkedLine,
  openEditorLink,
} from '../../project/watch/editor-link.ts'
import { type EditorSession, fileOf } from '../session.ts'
import type { Feature } from './feature.ts'

export const followPreview: Feature = {
  capabilities: () => ({}),
  listen({ connection, session }) {
    // It could not show a line: the preview then opens it with an address of the system.
    if (!session.client.showsDocuments) return
    const follower = new Follower(connection, session)
    session.onCursor((uri, position) => void follower.moved(uri, position))
  },
}

class Follower {
  readonly #connection: Connection
  readonly #session: EditorSession
  /** By root of the project. */
  readonly #links = new Map<string, Promise<EditorLink | undefined>>()
  #last = ''

  constructor(connection: Connection, session: EditorSession) {
    this.#connection = connection
    this.#session = session
  }

  /** Without a preview, this looks into one folder and writes nothing. */
  async moved(uri: string, position: Position | undefined): Promise<void> {
    const file = fileOf(uri)
    const root = file === undefined ? undefined : findRoot(dirname(file))
    if (file === undefined || root === undefined || !hasRootMark(root)) return
    if (!(await isLinked(root, 'preview'))) return
    const link =
      this.#links.get(root) ?? openEditorLink(root, 'editor', (line) => void this.#show(root, line))
    this.#links.set(root, link)
    const text = this.#session.text(uri)
    if (position === undefined || text === undefined) return
    const line = position.line + 1
    // Editors ask several times about one place.
    if (this.#last === `${uri}:${line}`) return
    this.#last = `${uri}:${line}`
    await (await link)?.send({ file: file.replaceAll('\\', '/'), line, column: 1 })
  }

  /** Only files of the project: the message may come from anybody who can write its folder. */
  async #show(root: string, { file, line, column }: LinkedLine): Promise<void> {
    if (!isInside(root, file)) return
    const start = { line: line - 1, character: column - 1 }
    const selection = { start, end: start }
    await this.#connection.window
      .showDocument({ uri: pathToFileURL(file).href, takeFocus: true, selection })
      .catch(() => {})
  }
}
