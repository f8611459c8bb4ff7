/** Notes a layer that no diagram has: a misspelt name would only leave things out. */
import type { Terminal } from '../../../cli/io/terminal.ts'
import type { DrawnNodes } from '../../../review/refresh/known-drawing.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

export function noteUnknownLayers(
  wanted: readonly string[],
  drawn: readonly DrawnNodes[],
  terminal: Terminal,
): void {
  const pictures = drawn.flatMap(({ picture }) => picture ?? [])
  const names = new Set(pictures.flatMap(({ layers }) => layers))
  for (const layer of wanted) {
    if (names.has(layer) || pictures.length === 0) continue
    terminal.note(
      `No diagram has the layer "${forTerminal(layer)}". Layers are named by the option layer in a script.`,
    )
  }
}
