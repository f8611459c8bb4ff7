/** `topo help language`: the language of scripts, from the same Markdown as for assistants. */
import type { Topic, TopicSection } from './topic.ts'

export const languageTopic: Topic = {
  name: 'language',
  alias: 'dsl',
  summary: 'The language of scripts: every call, option and value.',
  sections: [],
  file: 'templates/script-guide.md',
}

/** A section for each paragraph, table or block of code; only the first one below a heading has a title. */
export const sectionsOf = (markdown: string): TopicSection[] =>
  markdown.split(/^#+ /m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const blocks = lines.join('\n').match(/^```[\s\S]*?^```|(?:^.+\n)+/gm) ?? []
    return blocks.map((block, index) => ({
      title: index === 0 ? heading : '',
      ...contentOf(block),
    }))
  })

function contentOf(block: string): Omit<TopicSection, 'title'> {
  if (block.startsWith('```')) return { code: block.replace(/^```.*\n?/gm, '').trim() }
  const text = block.replace(/`|\*\*/g, '').trim()
  if (!text.startsWith('|')) return { text: text.replace(/\n *(?!- )/g, ' ') }
  const cellsOf = (row: string) => row.slice(2, -2).split(' | ')
  const [header = [], , ...others] = text.split('\n').map(cellsOf)
  const rows = [header, ...others]
  return { rows: rows.map(([name = '', meaning = '']) => [name, meaning] as const) }
}
