/** The plan of a push: confirms deletions, and shows the plan and its cost for `--dry-run` and `--plan-out`. */
import { resolve } from 'node:path'
import type { CommandResult } from '../../../cli/command/result.ts'
import type { Channel } from '../../../cli/io/channel.ts'
import { table } from '../../../cli/io/table.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { batchError } from '../../../cli/outcomes/batch-error.ts'
import type { Service } from '../../../cli/service/service.ts'
import { ExitCode, usageError } from '../../../errors.ts'
import { type FailOn, refusalReason } from '../../../project/check/advice.ts'
import { deleteOrphans, type ResolvedStep } from '../../../sync/plan/conflicts.ts'
import { type Cost, costOf } from '../../../sync/push/cost.ts'
import { type PushOptions, type PushPlan, planPush, validSteps } from '../../../sync/push/push.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { joined } from '../../../text/words.ts'
import { wrapText } from '../../../text/wrap.ts'
import { quotaAmount } from '../../quota/quota-table.ts'
import { noteShortages, shortagesInWords } from './quota-words.ts'

/**
 * Adds the deletions if they are wanted, after showing and confirming them. Undefined if a person refuses the deletions
 * of a saved plan, which is done completely or not at all.
 */
export async function confirmPlan(
  planned: PushPlan,
  terminal: Terminal,
  flags: { delete: boolean; plan?: string | undefined },
  agree: (question: string) => true | Promise<boolean>,
): Promise<PushPlan | undefined> {
  const steps = flags.delete ? deleteOrphans(planned.steps) : planned.steps
  const deletions = steps.filter(({ action }) => action === 'delete')
  if (deletions.length === 0) return planned
  for (const { slug, path } of deletions)
    terminal.err.line(`to be deleted: ${forTerminal(`${slug} (${path})`)}`)
  const number = deletions.length === 1 ? '1 script' : `${deletions.length} scripts`
  if (await agree(`Delete ${number} on the service?`)) return { ...planned, steps }
  return flags.plan === undefined ? planned : undefined
}

/** An incremental push, and since the last one no script changed or lost its file. */
export const hasNoChange = ({ looked, steps }: PushPlan): boolean =>
  looked?.since !== undefined && steps.length === 0

/** Says which scripts a push with --incremental looked at; undefined without the flag. */
export function lookInWords(plan: PushPlan): string | undefined {
  if (plan.looked === undefined) return undefined
  const { scripts, since } = plan.looked
  if (since === undefined) return 'All scripts are compared with the service.'
  const lastPush = `since the last push, of commit ${since.slice(0, 12)}`
  return hasNoChange(plan)
    ? `Nothing changed ${lastPush}.`
    : `${scripts.length} of your scripts changed ${lastPush}. topo compares only these with the service.`
}

/** Says which scripts a push leaves on the service; undefined for none. */
export function leftInWords({ onlyRemote: slugs = [] }: PushPlan): string | undefined {
  if (slugs.length === 0) return undefined
  const more = slugs.length > named ? ` and ${slugs.length - named} more` : ''
  return `Only on the service, without a file here: ${forTerminal(slugs.slice(0, named).join(', '))}${more}. "topo status --all" lists them.`
}
const named = 3

/** Says what a push looks at, what git could not tell it, and what it leaves. */
export function introduce(plan: PushPlan, terminal: Terminal, hasHints: boolean): void {
  const looked = lookInWords(plan)
  if (looked !== undefined) terminal.note(looked)
  for (const warning of plan.warnings ?? []) terminal.note(forTerminal(warning))
  const left = leftInWords(plan)
  if (left !== undefined && hasHints) terminal.hint(left)
}

export const nothingDone: CommandResult = {
  data: { items: [], totalCount: 0, counts: {} },
  text: () => 'Nothing was done.',
}

interface PlanView {
  readonly terminal: Terminal
  /** Where the plan is written to. */
  readonly file: string | undefined
  readonly failOn: FailOn
}

/** Shows the plan, and writes it to a file on request. */
export async function showPlan(
  planned: PushPlan,
  service: Pick<Service, 'client' | 'transport' | 'address'>,
  { terminal, file, failOn }: PlanView,
): Promise<CommandResult> {
  const invalid = new Set(planned.invalid.map(({ script }) => script.path))
  const costs = await costOf(validSteps(planned), service)
  noteShortages(costs, terminal)
  const answer = planResult(planned.steps, invalid, costs, failOn)
  if (file === undefined) return answer
  const { planFileOf, writePlan } = await import('../../../sync/push/plan-file.ts')
  await writePlan(resolve(file), planFileOf(planned, service.address))
  return {
    ...answer,
    data: { ...answer.data, planFile: file },
    nextStep: `topo push --plan ${forTerminal(file)}`,
  }
}

/** A new plan, or with --plan the one from the file. */
export async function planFor(file: string | undefined, options: PushOptions): Promise<PushPlan> {
  if (file === undefined) return planPush(options)
  if (options.paths.length > 0)
    throw usageError('A saved plan names its scripts, so no others can be named with --plan.', {
      hint: 'Name the scripts when you save the plan with --plan-out.',
    })
  const { readPlan } = await import('../../../sync/push/plan-file.ts')
  const { resumePlan } = await import('../../../sync/push/resume-plan.ts')
  return resumePlan(await readPlan(resolve(file), options.address), options)
}

export function planResult(
  steps: readonly ResolvedStep[],
  invalid: ReadonlySet<string>,
  costs: readonly Cost[],
  failOn: FailOn,
): CommandResult {
  const items = steps.map((step) => {
    const isInvalid = invalid.has(step.path)
    return {
      path: step.path,
      slug: step.slug,
      action: isInvalid ? 'invalid' : plannedAction(step),
      reason: isInvalid ? refusalReason(failOn) : step.reason,
      changed: 'changed' in step ? step.changed : [],
    }
  })
  const columns = {
    header: ['STEP', 'SCRIPT'],
    cellsOf: ({ action, path }: PlanItem) => [action, path],
  }
  return planTable(items, costs, columns, failOn)
}

/** For a plan, an older file conflicts with the service. */
const plannedAction = ({ action }: ResolvedStep): string =>
  action === 'older' ? 'conflict' : action

interface PlanItem {
  path: string | null
  slug: string | null
  action: string
  reason: string
  changed: readonly string[]
}

/** The columns before the reason. */
export interface PlanColumns<Item> {
  readonly header: readonly string[]
  readonly cellsOf: (item: Item) => readonly unknown[]
}

/** Steps with their reasons, and what they cost. */
export function planTable<Item extends PlanItem>(
  items: readonly Item[],
  costs: readonly Cost[],
  { header, cellsOf }: PlanColumns<Item>,
  failOn?: FailOn,
) {
  const exitCode = planExitCode(items, failOn)
  return {
    data: { ...batchError(items, exitCode), items, totalCount: items.length, quota: costs },
    exitCode,
    text: (out: Channel) => {
      const rows = items.map((item) => [
        ...cellsOf(item),
        joined(': ', item.reason, item.changed.join(', ')),
      ])
      return joined('\n', table(out, [...header, 'WHY'], rows), ...costLines(out, costs))
    },
  }
}

/** The exit code of the push, as far as the plan can tell. */
function planExitCode(items: readonly { action: string }[], failOn: FailOn = 'error'): ExitCode {
  const actions = new Set(items.map(({ action }) => action))
  if (actions.has('conflict')) return ExitCode.conflict
  const isRefused = actions.has('hidden') || (actions.has('invalid') && failOn !== 'none')
  return isRefused ? ExitCode.refused : ExitCode.ok
}

/** Compares the needed quotas with what is left of them. */
function costLines(out: Channel, all: readonly Cost[]): string[] {
  const costs = all.filter(({ needed }) => needed > 0)
  if (!out.isTerminal)
    return costs.map(({ key, needed, left }) =>
      ['quota', key, needed, left === undefined ? '' : quotaAmount(left)].join('\t'),
    )
  const requests = costs.find(({ key }) => key === 'requests')
  const isRateTooLow = requests?.left !== undefined && requests.needed > requests.left
  const problems = shortagesInWords(costs)
  if (isRateTooLow) problems.push('The rate limit is too low for now.')
  const lines = [...costs.map(costInWords), ...problems.map((problem) => out.style('red', problem))]
  return lines.map((line) => wrapText(line, out.width))
}

function costInWords({ key, needed, left }: Cost): string {
  const rest =
    left === undefined
      ? 'and the service does not say how many are left'
      : `${quotaAmount(left)} left`
  return `${key}: needs ${needed}, ${rest}`
}
