/** `topo help errors`: the meaning of each error code, by exit code. */
import { errorCodes } from './error-codes.ts'
import { exitCodeMeanings } from './exit-codes.ts'
import type { Topic, TopicSection } from './topic.ts'

const section = (exitCode: number, label: string): TopicSection => ({
  title: `Exit code ${exitCode}: ${label}`,
  rows: errorCodes
    .filter(({ exitCodes }) => exitCodes[0] === exitCode)
    .map(({ code, meaning }) => [code, meaning]),
})

export const errorsTopic: Topic = {
  name: 'errors',
  summary: 'The meaning of each error code.',
  sections: [
    {
      title: 'What to do',
      text: 'A failure prints its code in brackets; with --json the code is error.code. Codes are stable. "topo explain" prints what to do about a code or about a rule of the validator.',
      code: ['topo explain TOPO_CONFLICT', 'topo explain known-connection-ends'].join('\n'),
    },
    ...exitCodeMeanings
      .map(({ code, label }) => section(code, label))
      .filter(({ rows = [] }) => rows.length > 0),
  ],
}
