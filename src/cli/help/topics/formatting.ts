/** `topo help formatting`: the output for people and for programs. */
import type { Topic } from './topic.ts'

export const formatting: Topic = {
  name: 'formatting',
  summary: 'Output on a terminal, in a pipe and as JSON.',
  sections: [
    {
      title: 'Two streams',
      text: 'Only the result goes to stdout. Progress, notes, prompts and errors go to stderr. --quiet prints only the result and errors.',
    },
    {
      title: 'Tables',
      text: 'On a terminal a list is a table with a header, cut to its width; times are relative ("2 hours ago"). In a pipe a record is one line with columns separated by tabs. Nothing is cut, the header is on stderr (not with --quiet), and times are ISO 8601 in UTC.',
      code: 'topo list | cut -f1    # the slugs',
    },
    {
      title: 'JSON',
      text: '--json prints one JSON document, on success and on failure. On success it is the resource itself; a list is { items, totalCount }. --fields selects fields of it, or of each item of a list; the help of a command names them. --output-file also writes the document to a file, with or without --json.',
      code: [
        'topo list --json --fields slug,name',
        'topo push --output-file push.json    # text for people, the document for the next step',
      ].join('\n'),
    },
    {
      title: 'Colours',
      text: 'Used on a terminal, separately for stdout and stderr. Never used with --no-color, NO_COLOR or TERM=dumb, or in JSON. FORCE_COLOR=1 colours a pipe too.',
    },
    {
      title: 'Text of other people',
      text: 'Names and texts that others wrote are printed without control characters. JSON contains them unchanged, escaped.',
    },
  ],
}
