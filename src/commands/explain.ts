import { argument } from '../cli/command/arguments.ts'
import { defineCommand } from '../cli/command/define.ts'
import { explain } from '../cli/help/explain.ts'
import { explanationText } from '../cli/views/explanation.ts'

export default defineCommand({
  summary: 'Explain an error code or a rule of the validator.',
  description:
    'Prints the meaning of an error code, what to do and the exit code; of a rule, its severity and why it matters. "topo help errors" lists all error codes.',
  examples: [
    'topo explain TOPO_CONFLICT',
    'topo explain known-connection-ends',
    'topo explain topo_quota_exceeded --json | jq -r .fix',
  ],
  args: { code: argument('Error code, such as TOPO_CONFLICT, or id of a rule.') },
  fields: ['kind', 'id', 'meaning', 'why', 'fix', 'severity', 'exitCodes', 'configurable', 'fixable'],
  run: async ({ args }) => {
    const explanation = explain(args.code)
    return { data: explanation, text: (out) => explanationText(out, explanation) }
  },
})
