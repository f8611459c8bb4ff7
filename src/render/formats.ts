/** All text formats, one file each; PNG is rendered from the SVG. */
import { html } from './page/html.ts'
import { dot } from './write/formats/dot.ts'
import { drawio } from './write/formats/drawio.ts'
import type { PictureFormat } from './write/formats/format.ts'
import { jsonModel } from './write/formats/json.ts'
import { mermaid } from './write/formats/mermaid.ts'
import { plantuml } from './write/formats/plantuml.ts'
import { sequence } from './write/formats/sequence.ts'
import { svg } from './write/formats/svg.ts'
import { text } from './write/formats/text.ts'

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
