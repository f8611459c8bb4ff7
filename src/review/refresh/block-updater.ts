/**
 * Writes the blocks of a Markdown file again. A block that an earlier run found to be current is
 * not drawn.
 */
import { blockContent } from './block-content.ts'
import type { KnownDrawing, KnownOutput } from './known-drawing.ts'
import {
  type BlockUpdate,
  type MarkdownBlock,
  type PlacedBlock,
  replaceBlocks,
} from './markdown-blocks.ts'

export class BlockUpdater {
  readonly #path: string
  readonly #bytes: Buffer
  readonly #contents = new Map<MarkdownBlock, string>()
  readonly #outputs = new Map<MarkdownBlock, KnownOutput>()

  /** @param path of the file, for messages */
  constructor(path: string, bytes: Buffer) {
    this.#path = path
    this.#bytes = bytes
  }

  /**
   * @param note called with why a viewer refuses the content, as a sentence
   * @throws BlockError if the diagram has no such scenario
   */
  async add(
    block: PlacedBlock,
    drawing: KnownDrawing,
    note: (sentence: string) => void = () => {},
  ): Promise<void> {
    const output = drawing.output(this.#factsOf(block))
    if (output.isCurrent()) return
    const { picture } = await drawing.result()
    if (picture === undefined) return
    let hasNotes = false
    const content = blockContent(block, picture, this.#path, (sentence) => {
      hasNotes = true
      note(sentence)
    })
    this.#contents.set(block, content)
    // The next run has to note it again.
    if (!hasNotes) this.#outputs.set(block, output)
  }

  /** @param blocks all of the file; those that were not added keep their content */
  apply(blocks: readonly PlacedBlock[]): BlockUpdate {
    const update = replaceBlocks(this.#bytes, blocks, (block) => this.#contents.get(block))
    for (const block of update.changed) this.#outputs.delete(block)
    for (const output of this.#outputs.values()) output.keepCurrent()
    return update
  }

  #factsOf({ format, scenario, start, end, lineEnd, indent }: PlacedBlock) {
    const text = this.#bytes.toString('latin1', start, end)
    return ['block', format, scenario, lineEnd, indent, text]
  }
}
