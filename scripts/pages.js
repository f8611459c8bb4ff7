// Pages of docs/ that are made from the data of a help topic.
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
    'A failure prints its code in brackets, and with `--json` as `error.code`. Codes are stable, so scripts can compare them. `topo explain CODE` prints one row, and `topo help exit-codes` lists the exit codes.',
    ...tables,
  )
}

const errorTable = (rows) =>
  markdownTable(
    ['code', 'exit code', 'meaning', 'what to do'],
    rows.map(({ code, exitCodes, meaning, fix }) => [
      `\`${code}\``,
      exitCodes.join(', '),
      inMarkdown(meaning),
      inMarkdown(fix),
    ]),
  )

export const glossaryPage = (groups) =>
  page(
    'Glossary',
    'The words of topo and of the service, one sentence each. `topo help glossary` prints them too.',
    ...groups.map(
      ({ title, terms }) =>
        `## ${title}\n\n${markdownTable(
          ['word', 'meaning'],
          terms.map(({ term, meaning }) => [`**${term}**`, inMarkdown(meaning)]),
        )}`,
    ),
  )

/** Commands in quotes become code; `<slug>` would be an element. */
const inMarkdown = (text) => text.replace(/"(topo [^"]+)"/g, '`$1`').replace(/<\w+>\S*\w/g, '`$&`')

const page = (title, ...parts) =>
  `${[`# ${title}`, '<!-- Written by node scripts/generate.js; do not edit. -->', ...parts].join('\n\n')}\n`
