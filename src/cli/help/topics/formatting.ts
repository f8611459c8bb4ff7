/** `topo help formatting`: what is printed where, for people and for programs. */
import type { Topic } from './topic.ts'

export const formatting: Topic = {
  name: 'formatting',
  summary: 'Terminal, pipe, JSON: what is printed where.',
  sections: [
    {
      title: 'Two streams',
      text: 'The result goes to stdout, and nothing else does; progress, remarks, questions and errors go to stderr. --quiet leaves the result and errors.',
    },
    {
      title: 'Tables',
      text: 'On a terminal a list is a table with a header, cut to its width, and times are relative ("2 hours ago"). In a pipe a record is one line, its columns are separated by tabs, nothing is cut, there is no header, and times are ISO 8601 in UTC.',
      code: 'topo script list | cut -f1    # the slugs',
    },
    {
      title: 'JSON',
      text: '--json prints one JSON document, on success and on failure. A success is the resource itself, a list is { items, totalCount }. --fields keeps some fields of it, or of each item of a list; the help of a command names them. --output-file writes the document to a file besides, with or without --json.',
      code: [
        'topo script list --json --fields slug,name',
        'topo push --output-file push.json    # text for people, the document for the next step',
      ].join('\n'),
    },
    {
      title: 'Colours',
      text: 'On a terminal, judged for each stream by itself. Never with --no-color, NO_COLOR or TERM=dumb, nor in JSON; FORCE_COLOR=1 colours a pipe too.',
    },
    {
      title: 'Text from elsewhere',
      text: 'Names and texts that others wrote are shown without control characters. JSON holds them as they are, escaped.',
    },
  ],
}
