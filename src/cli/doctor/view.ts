/** Text of `topo doctor`: an aligned line for each result, with its hint below. */
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { wrapText } from '../../text/wrap.ts'
import type { Channel, Style } from '../io/channel.ts'
import { records } from '../io/table.ts'
import type { Status } from './check.ts'
import type { DoctorFinding } from './index.ts'

const statusMarks: Record<Status, { sign: string; style: Style }> = {
  ok: { sign: '✔', style: 'green' },
  warning: { sign: '▲', style: 'yellow' },
  problem: { sign: '✖', style: 'red' },
}

export function findingsText(out: Channel, findings: readonly DoctorFinding[]): string {
  if (!out.isTerminal) {
    const rows = findings.map(({ status, check, message, hint }) => [status, check, message, hint])
    return records(out, ['STATUS', 'CHECK', 'MESSAGE', 'HINT'], rows)
  }
  const line = (lead: string, text: string) => wrapText(text, out.width, lead)
  const width = Math.max(...findings.map(({ check }) => check.length))
  const hintLead = `${' '.repeat(width + 4)}${out.style('cyan', 'hint')}  `
  const lines = findings.flatMap(({ status, check, message, hint }, index) => {
    const { sign, style } = statusMarks[status]
    const name = findings[index - 1]?.check === check ? '' : check
    return [
      line(
        `${out.style(style, sign)} ${out.style('bold', name.padEnd(width))}  `,
        forTerminal(message),
      ),
      ...(hint === null ? [] : [line(hintLead, forTerminal(hint))]),
    ]
  })
  return [...lines, '', summary(out, findings)].join('\n')
}

function summary(out: Channel, findings: readonly DoctorFinding[]): string {
  const count = (wanted: Status) => findings.filter(({ status }) => status === wanted).length
  const problems = count('problem')
  const warnings = count('warning')
  if (problems + warnings === 0) return out.style('bold', 'No problems found.')
  const parts = [
    ...(problems > 0 ? [`${problems} problem${problems > 1 ? 's' : ''}`] : []),
    ...(warnings > 0 ? [`${warnings} warning${warnings > 1 ? 's' : ''}`] : []),
  ]
  return out.style('bold', parts.join(', '))
}
