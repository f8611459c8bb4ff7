/**
 * The questions that features for a single script ask: the session of a language server answers
 * them, or that of a page with one text.
 */
import type { OpenCheck } from '../checks/check-open-script.ts'
import type { OpenNames, ScriptNames } from '../checks/script-names.ts'
import type { EditorClient, Settings } from './client.ts'
import type { PlacedText } from './placed-text.ts'

/** After its signal, each promise rejects with `Superseded`. */
export interface ScriptSession {
  readonly client: Pick<EditorClient, 'snippets'>
  readonly settings: Pick<Settings, 'typescript'>

  /** Undefined for a document that is not open, or no file. */
  text(uri: string): PlacedText | undefined

  /** URIs of a document and of the open scripts that import it. */
  scriptsWith(uri: string, signal: AbortSignal): Promise<Set<string>>

  /** The checks of these scripts, with their current texts. */
  currentChecks(
    uri: string,
    signal: AbortSignal,
  ): Promise<readonly Pick<OpenCheck, 'root' | 'findings'>[]>

  /** The names in a script; of the last text that ran to its end, if the current one does not. */
  names(uri: string, signal: AbortSignal): Promise<OpenNames | undefined>

  /** Like `names`, but soon: the new text may take seconds, or never end. */
  namesSoon(uri: string, signal: AbortSignal): Promise<OpenNames | undefined>

  /** The names in another text of an open script; undefined if it does not run to its end. */
  namesWith(uri: string, text: string, signal: AbortSignal): Promise<ScriptNames | undefined>

  /** The text after all fixes; undefined if nothing is fixed. */
  fix(uri: string, signal: AbortSignal): Promise<string | undefined>

  /**
   * A node with its neighbours as SVG in Base64; undefined where the client shows no images, or
   * while others wait.
   */
  pictureAround(uri: string, id: string, signal: AbortSignal): Promise<string | undefined>
}
