// Text that is made from data: the error codes of the site, and lists of pages.
import { markdownTable } from './reference.js'

/** A table for each exit code; a code with several exit codes is in the table of its usual one. */
export function errorsPage(errorCodes, exitCodeMeanings) {
  const tables = exitCodeMeanings
    .map(({ code, label, meaning }) => [
      `## Exit code ${code}: ${label}\n\n${meaning}`,
      errorCodes.filter(({ exitCodes }) => exitCodes[0] === code),
    ])
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => `${title}\n\n${errorTable(rows)}`)
  return page(
    'Error codes',
    'What does this error mean, and what do I do? A failure prints its code in brackets, and with `--json` as `error.code`. Codes are stable, so scripts can compare them. `topo explain CODE` prints one row.',
    ...tables,
  )
}

const errorTable = (rows) =>
  markdownTable(
    ['code', 'meaning', 'what to do'],
    rows.map(({ code, exitCodes, meaning, fix }) => [
      [`\`${code}\``, ...exitCodes.slice(1).map((other) => `also ${other}`)].join(', '),
      inMarkdown(meaning),
      inMarkdown(fix),
    ]),
  )

/** The list of the README: a line for each section. */
export const pageLinks = (sections) =>
  sections
    .map(
      ({ heading, pages }) =>
        `- ${heading}: ${pages.map(({ path, title }) => `[${title}](${path})`).join(', ')}`,
    )
    .join('\n')

/** The list for programs that read the documents, in the format of llmstxt.org. */
export const llmsText = (sections) =>
  `${[
    '# topo',
    '> Architecture diagrams as code, from the command line: draw, validate, compare, review, and sync with a diagram script service.',
    'Read the language before you write a script. `topo help language` and `topo COMMAND --help` print the same without a network.',
    ...sections.map(
      ({ heading, pages }) =>
        `## ${heading}\n\n${pages.map(({ path, title, question }) => `- [${title}](${path}): ${question}`).join('\n')}`,
    ),
  ].join('\n\n')}\n`

/** Commands in quotes become code; `<slug>` would be an element. */
const inMarkdown = (text) => text.replace(/"(topo [^"]+)"/g, '`$1`').replace(/<\w+>\S*\w/g, '`$&`')

const page = (title, ...parts) =>
  `${[`# ${title}`, '<!-- Written by node scripts/generate.js; do not edit. -->', ...parts].join('\n\n')}\n`
