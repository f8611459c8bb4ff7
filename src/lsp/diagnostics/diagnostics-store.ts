/** Remembers which script reported which diagnostics: several open scripts may report one about the same imported file. */
import type { Diagnostic } from 'vscode-languageserver-protocol'

export class PublishedDiagnostics {
  /** By absolute path of the file, then by the URI of the script that reported them. */
  readonly #files = new Map<string, Map<string, readonly Diagnostic[]>>()

  /** Replaces all that a script reported; returns the files whose diagnostics may have changed. */
  replace(script: string, reported: ReadonlyMap<string, readonly Diagnostic[]>): Set<string> {
    const changed = new Set(reported.keys())
    for (const [file, scripts] of this.#files) if (scripts.delete(script)) changed.add(file)
    for (const [file, diagnostics] of reported) {
      const scripts = this.#files.get(file) ?? new Map<string, readonly Diagnostic[]>()
      this.#files.set(file, scripts.set(script, diagnostics))
    }
    return changed
  }

  /** All diagnostics of a file; each once. */
  of(file: string): Diagnostic[] {
    const once = new Map<string, Diagnostic>()
    for (const diagnostics of this.#files.get(file)?.values() ?? []) {
      for (const one of diagnostics)
        once.set(JSON.stringify([one.range, one.code, one.message]), one)
    }
    return [...once.values()]
  }
}
