/** Writes the content of a block in a Markdown file: a flowchart, sequence diagrams or text. */

import { codeBlock } from '../../diff/index.ts'
import {
  mermaid,
  mermaidRefusal,
  mermaidSequence,
  type Picture,
  sequencesOf,
  text,
} from '../../render/index.ts'
import { nearest } from '../../text/nearest.ts'
import { forMarkdown } from '../../text/safe/for-markdown.ts'
import { BlockError, type MarkdownBlock } from './markdown-blocks.ts'

/**
 * @param path of the file, for messages
 * @param note called with why a viewer refuses the content, as a sentence
 * @throws BlockError if the diagram has no such scenario
 */
export function blockContent(
  block: MarkdownBlock,
  picture: Picture,
  path: string,
  note: (sentence: string) => void,
): string {
  const { slug, format, scenario, line } = block
  if (format === 'text') return codeBlock(text.write(picture), 'text')

  const diagrams = format === 'mermaid' ? [flowchart(picture)] : sequencesIn(picture, scenario)
  if (diagrams.length === 0) {
    const scenarios = scenario === undefined ? 'scenarios' : `scenario "${scenario}"`
    const reason = `${slug} has no ${scenarios}.`
    throw new BlockError(path, line, reason, 'Correct the id, or remove the block.')
  }
  const edges = format === 'mermaid' ? picture.edges.length : 0
  for (const { diagram } of diagrams) {
    const refusal = mermaidRefusal(edges, diagram)
    if (refusal !== undefined) note(refusal)
  }
  return diagrams.map(({ title, diagram }) => title + codeBlock(diagram, 'mermaid')).join('\n')
}

/** For a block of a script that does not exist. */
export function unknownSlug(
  path: string,
  { slug, line }: MarkdownBlock,
  slugs: Iterable<string>,
): BlockError {
  const near = nearest(slug, slugs)
  const guess = near === undefined ? 'Correct the slug' : `Did you mean "${near}"? Correct it`
  return new BlockError(
    path,
    line,
    `No script has the slug "${slug}".`,
    `${guess}, or remove the block.`,
  )
}

const flowchart = (picture: Picture) => ({
  title: '',
  diagram: mermaid.write(picture, { theme: 'light' }),
})

/** One without a title, or all with theirs. */
const sequencesIn = (picture: Picture, scenario: string | undefined) =>
  sequencesOf(picture)
    .filter(({ id }) => scenario === undefined || id === scenario)
    .map((sequence) => ({
      title: scenario === undefined ? `**${forMarkdown(sequence.title)}**\n\n` : '',
      diagram: mermaidSequence(sequence),
    }))
