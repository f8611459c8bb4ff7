/** All formats that are text, one file each; a picture of pixels is made of the SVG. */
import { dot } from './dot.ts'
import type { Format } from './format.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { mermaid } from './mermaid.ts'
import { svg } from './svg.ts'
import { text } from './text.ts'

export { mermaid, svg, text }
export const formats: readonly Format[] = [svg, html, mermaid, dot, text, json]
