import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { exitCodeMeanings } from '../../cli/help/topics/exit-codes.ts'
import { wrapText } from '../../text/wrap.ts'
import { explain } from './explain.ts'

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
  fields: [
    'kind',
    'id',
    'meaning',
    'why',
    'fix',
    'severity',
    'exitCodes',
    'configurable',
    'fixable',
  ],
  run: async ({ args }) => {
    const explanation = explain(args.code)
    const { id, kind, meaning, why, fix, severity, exitCodes, configurable, fixable } = explanation
    return {
      data: explanation,
      text: (out) =>
        wrapText(
          [
            `${out.style('bold', id)}  ${severity === null ? 'error code' : `${kind}, ${severity}`}`,
            meaning,
            ...(why === null ? [] : [`Why: ${why}`]),
            ...(fix === null ? [] : [`What to do: ${fix}`]),
            ...(fixable ? ['"topo validate --fix" fixes some of its findings.'] : []),
            ...(kind === 'rule' ? [configurable ? OWN_RULE : SERVICE_RULE] : []),
            ...(exitCodes === null ? [] : [exitCodesText(exitCodes)]),
          ].join('\n'),
          out.width,
        ),
    }
  },
})

const OWN_RULE = 'To turn it off, set it to "off" under "rules" in topo.config.json.'
const SERVICE_RULE = 'The service checks it too, so it cannot be turned off.'

function exitCodesText(exitCodes: readonly number[]): string {
  const labels = exitCodes.map(
    (one) => `${one} (${exitCodeMeanings.find(({ code }) => code === one)?.label})`,
  )
  return `${exitCodes.length === 1 ? 'Exit code' : 'Exit codes'}: ${labels.join(', ')}`
}
