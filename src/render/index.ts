/** Topology → pictures: `layout.ts` creates the model, `formats` writes it. */
export { mermaid, pictureFormats, svg, text } from './formats/index.ts'
export { isFlowchart } from './formats/mermaid.ts'
export { escapeXml, tag } from './formats/xml.ts'
export { type LayoutOptions, layout } from './layout.ts'
export * from './picture.ts'
export type { Remark } from './player/remarks.ts'
export type { Theme } from './theme.ts'
