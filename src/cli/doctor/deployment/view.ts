/** Text of `topo doctor --service`: a row for each fact, with what topo does because of it. */
import wrapAnsi from 'wrap-ansi'
import { forTerminal } from '../../../text/for-terminal.ts'
import type { Channel } from '../../io/channel.ts'
import type { Status } from '../check.ts'
import { statusMarks } from '../view.ts'
import type { DeploymentFinding, DeploymentReport } from './index.ts'

/** In a pipe one record per line, separated by tabs: status, check, message, effect, hint. */
export function deploymentText(out: Channel, { items, service }: DeploymentReport): string {
  if (!out.isTerminal) {
    return items
      .map(({ status, check, message, effect, hint }) =>
        [status, check, message, effect ?? '', hint ?? ''].map(forTerminal).join('\t'),
      )
      .join('\n')
  }
  const width = Math.max(...items.map(({ check }) => check.length))
  const rows = items.map((item, index) => row(out, item, width, items[index - 1]?.check === item.check))
  return [
    ...rows,
    '',
    out.style('bold', summary(items)) + out.style('dim', ` ${service.requests} requests.`),
  ].join('\n')
}

function row(out: Channel, finding: DeploymentFinding, width: number, isSame: boolean): string {
  const { check, status, message, effect, hint } = finding
  const { sign, style } = statusMarks[status]
  const indent = ' '.repeat(width + 4)
  const columns = Math.max(20, (out.width ?? 80) - indent.length)
  const wrap = (text: string) => wrapAnsi(forTerminal(text), columns).split('\n')
  const lines = [
    ...wrap(message),
    ...(effect === null ? [] : wrap(`→ ${effect}`).map((line) => out.style('dim', line))),
    ...(hint === null ? [] : wrap(`hint  ${hint}`).map((line) => out.style('cyan', line))),
  ]
  const name = out.style('bold', (isSame ? '' : check).padEnd(width))
  return lines
    .map((line, n) => (n === 0 ? `${out.style(style, sign)} ${name}  ${line}` : indent + line))
    .join('\n')
}

function summary(items: readonly DeploymentFinding[]): string {
  const count = (wanted: Status) => items.filter(({ status }) => status === wanted).length
  const [problems, limits] = [count('problem'), count('warning')]
  if (problems > 0) return `topo does not work fully with this service: ${plural(problems, 'problem')}.`
  return limits === 0
    ? 'topo works with this service.'
    : `topo works with this service, with ${plural(limits, 'limitation')}.`
}

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`
