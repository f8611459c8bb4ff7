// Lists the pages for users in reading order. The site, llms.txt and the list in the README are made from it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs')

/** By heading, the pages of docs/. */
const sections = {
  Draw: ['tutorial', 'language', 'convert', 'pictures', 'gallery', 'element', 'editors', 'rules'],
  'Store and share': [
    'projects',
    'import-and-export',
    'continuous-integration',
    'action',
    'platform',
    'assistants',
  ],
  Operate: ['installation', 'operators', 'mock', 'privacy'],
  'Look up': ['commands', 'environment', 'endpoints', 'validator', 'glossary'],
}

/** The sections, each page with its title and the question that it answers. */
export const sectionsForUsers = Object.entries(sections).map(([heading, names]) => ({
  heading,
  pages: names.map((name) => ({ path: `docs/${name}.md`, ...headOf(name) })),
}))

function headOf(name) {
  const text = readFileSync(join(docs, `${name}.md`), 'utf8')
  const [, title, question] = /^# (.+)\n(?:\s*<!--.*-->\n)?\s+([^.?!]+\?)\s/.exec(text) ?? []
  if (!question)
    throw new Error(
      `docs/${name}.md must begin with a title and the question that the page answers.`,
    )
  return { title, question: question.replaceAll('\n', ' ') }
}
