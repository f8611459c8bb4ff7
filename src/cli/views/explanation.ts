/** Prints the explanation of an error code or of a rule. */
import { wrapText } from '../../text/wrap.ts'
import type { Explanation } from '../help/explain.ts'
import { exitCodeMeanings } from '../help/topics/exit-codes.ts'
import type { Channel } from '../io/channel.ts'

export function explanationText(out: Channel, explanation: Explanation): string {
  const { id, kind, meaning, why, fix, severity, exitCodes, configurable, fixable } = explanation
  const lines = [
    `${out.style('bold', id)}  ${severity === null ? 'error code' : `${kind}, ${severity}`}`,
    meaning,
    ...(why === null ? [] : [`Why: ${why}`]),
    ...(fix === null ? [] : [`What to do: ${fix}`]),
    ...(fixable ? ['"topo validate --fix" fixes some of its findings.'] : []),
    ...(kind === 'rule' ? [configurable ? OWN_RULE : SERVICE_RULE] : []),
    ...(exitCodes === null
      ? []
      : [
          `${exitCodes.length === 1 ? 'Exit code' : 'Exit codes'}: ${exitCodes.map(exitCodeText).join(', ')}`,
        ]),
  ]
  return wrapText(lines.join('\n'), out.width)
}

const OWN_RULE = 'To turn it off, set it to "off" under "rules" in topo.config.json.'
const SERVICE_RULE = 'The service checks it too, so it cannot be turned off.'

const exitCodeText = (exitCode: number): string =>
  `${exitCode} (${exitCodeMeanings.find(({ code }) => code === exitCode)?.label})`
