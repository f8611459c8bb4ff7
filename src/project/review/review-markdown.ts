/** Renders a review as Markdown for pull requests and job summaries; all text from scripts is escaped. */
import { code, codeBlock } from '../../diff/index.ts'
import type { DiagramReview } from './review.ts'

const signs = { added: '➕', removed: '➖', changed: '✏️', renamed: '✏️' }

export function reviewMarkdown(review: DiagramReview): string {
  const { path, change, words, notes, mermaid, sequences, patch, draft } = review
  const isDrawingUnchanged = change === 'changed' && words.length === 0 && notes.length === 0
  return [
    `### ${code(path)}\n`,
    ...(change === 'changed' ? [] : [change === 'added' ? 'New.\n' : 'Removed.\n']),
    ...(isDrawingUnchanged ? ['The drawing is unchanged.\n'] : []),
    ...(words.length === 0
      ? []
      : [words.map(({ change, text }) => `- ${signs[change]} ${code(text)}\n`).join('')]),
    ...notes.map((note) => `> ${code(note)}\n`),
    ...(draft === undefined ? [] : [`[On the service](<${draft}>)\n`]),
    ...(mermaid === null ? [] : [codeBlock(mermaid, 'mermaid')]),
    ...sequences.map(sequenceBlock),
    ...(patch === ''
      ? []
      : [`<details><summary>Text</summary>\n\n${codeBlock(patch, 'diff')}\n</details>\n`]),
  ].join('\n')
}

const sequenceBlock = ({ title, mermaid }: DiagramReview['sequences'][number]): string =>
  `<details><summary>Scenario</summary>\n\n${code(title)}\n\n${codeBlock(mermaid, 'mermaid')}\n</details>\n`
