/** Writes the scenarios as sequence diagrams: Markdown with a Mermaid diagram each. */
import { markdownSequences } from '../sequence/mermaid.ts'
import type { PictureFormat } from './format.ts'

export const sequence: PictureFormat = {
  name: 'sequence',
  extension: 'sequence.md',
  write: markdownSequences,
}
