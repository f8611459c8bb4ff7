/** Refuses a layer that no diagram has: a misspelt name would only leave things out. */
import { type KnownError, refusedError } from '../../../errors.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { drawScripts } from '../../../review/draw-scripts.ts'
import type { DrawnNodes } from '../../../review/refresh/known-drawing.ts'
import { enumeration } from '../../../text/alternatives.ts'
import { nearest } from '../../../text/nearest.ts'
import { forMessage } from '../../../text/safe/for-message.ts'

const MOST_NAMED = 20

/** A script with errors may have any layer. @throws KnownError `TOPO_NOT_DRAWN` */
export function refuseUnknownLayers(wanted: readonly string[], drawn: readonly DrawnNodes[]): void {
  const pictures = drawn.flatMap(({ picture }) => picture ?? [])
  const names = new Set(pictures.flatMap(({ allLayers = [] }) => allLayers))
  const unknown = wanted.find((layer) => !names.has(layer))
  if (unknown !== undefined && pictures.length === drawn.length) throw noLayer(unknown, [...names])
}

/** Before scripts are refused for another reason. @throws KnownError `TOPO_NOT_DRAWN` */
export async function refuseUnknownLayersOf(
  scripts: readonly LocalScript[],
  wanted: readonly string[] | undefined,
): Promise<void> {
  if (wanted === undefined) return
  refuseUnknownLayers(
    wanted,
    await drawScripts(
      scripts,
      async () => ({}),
      () => {},
    ),
  )
}

function noLayer(layer: string, names: readonly string[]): KnownError {
  const near = nearest(layer, names)
  const shown = names.slice(0, MOST_NAMED)
  const others =
    names.length === 0
      ? 'Nodes and connections name a layer with the option "layer".'
      : `Layers: ${enumeration(shown)}.`
  const hint = near === undefined ? others : `Did you mean "${near}"?`
  return refusedError(`No diagram has the layer "${layer}".`, {
    code: 'TOPO_NOT_DRAWN',
    hint: forMessage(hint),
  })
}
