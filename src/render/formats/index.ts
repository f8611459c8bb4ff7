/** All text formats, one file each; PNG is rendered from the SVG. */
import { dot } from './dot.ts'
import { drawio } from './drawio.ts'
import type { PictureFormat } from './format.ts'
import { html } from './html.ts'
import { jsonModel } from './json.ts'
import { mermaid } from './mermaid.ts'
import { plantuml } from './plantuml.ts'
import { sequence } from './sequence.ts'
import { svg } from './svg.ts'
import { text } from './text.ts'

export { mermaid, svg, text }
export const pictureFormats: readonly PictureFormat[] = [
  svg,
  html,
  mermaid,
  sequence,
  dot,
  plantuml,
  drawio,
  text,
  jsonModel,
]
