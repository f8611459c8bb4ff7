/** Pushes local changes: load, plan, validate what would be sent, apply. */
import { ExitCode } from '../../errors.ts'
import { RepositoryOfFolder } from '../../files/git/git.ts'
import {
  type Advice,
  countAdvice,
  type FailOn,
  isRefused,
  refusalReason,
} from '../../project/check/advice.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { Examine } from '../../project/check/examine.ts'
import type { Project } from '../../project/config/project.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { loadProject, type Selection } from '../../project/select/selection.ts'
import { RULESET } from '../../validator/index.ts'
import { keepForeignScripts } from '../history/foreign-scripts.ts'
import { formerRecords } from '../history/former-records.ts'
import { readDivergence } from '../merge/divergence.ts'
import { type ConflictPolicy, type ResolvedStep, resolveConflict } from '../plan/conflicts.ts'
import { fetchRemoteState } from '../plan/fetch-remote-state.ts'
import type { PlanInput, PlannedFile } from '../plan/input.ts'
import { matchScripts } from '../plan/match-scripts.ts'
import { isDone, type Outcome, outcomeWith } from '../plan/outcome.ts'
import { type ConflictStep, planSync } from '../plan/plan.ts'
import type { Batch } from '../send/batch.ts'
import { scriptNameOf } from '../send/unanswered.ts'
import { readSyncKnowledge } from '../state/limit-records.ts'
import { byScript } from '../state/sync-record.ts'
import { type ApplyOptions, applyPlan } from './apply.ts'
import type { Cost } from './cost.ts'
import { EarlyChecks } from './early-checks.ts'
import { withFreeSlug } from './free-slug.ts'
import { changedSincePush, type Incremental } from './incremental.ts'
import { fittingFirst } from './shortage.ts'

export interface PushOptions extends Omit<ApplyOptions, 'root'>, Selection {
  project: Project
  /** Called for each conflict to get its policy. */
  onConflict: (step: ConflictStep) => Promise<ConflictPolicy>
  /** Overwrite scripts that this project never synced, whoever they came from. */
  adopt?: boolean | undefined
  failOn?: FailOn | undefined
  /** Look only at what changed since the last push that succeeded. */
  incremental?: boolean | undefined
  /** The commit before the pushed ones, as the event of a workflow tells it. */
  before?: string | undefined
  /** A fresh clone also plans the deletion of scripts whose files were deleted since then. */
  wantsDeleted?: boolean | undefined
  /** Checks the scripts elsewhere than in this thread. */
  examine?: Examine | undefined
}

export interface PushPlan {
  steps: ResolvedStep[]
  /** Scripts that must not be sent, or cannot be read; their findings explain why. */
  invalid: CheckedScript[]
  /** Scripts that may be sent. */
  valid: CheckedScript[]
  /** Paths of stale records to remove: file and remote script are gone. */
  staleRecords: string[]
  /** With `incremental`: what was looked at. */
  looked?: Incremental | undefined
  /** Slugs that only the service has, as far as the list shows them that was read anyway. */
  onlyRemote?: string[]
  /** One sentence each. */
  warnings?: string[]
  /** Quotas that it needs, and their rest, if topo asked for them. */
  quota?: readonly Cost[]
}

/** Plans a push. Writes nothing, neither locally nor on the service. */
export async function planPush(options: PushOptions): Promise<PushPlan> {
  const { project, client, state, address, shard, pace, examine } = options
  const all = await loadProject(project, options)
  const git = new RepositoryOfFolder(project.root)
  const looked = options.incremental ? await lookOf(all, git, options) : undefined
  const { scripts } = looked ?? { scripts: all }
  const known = await readSyncKnowledge(project, state, address, scripts)
  const former = await formerRecords(all, scripts, { ...options, ...known, git })
  known.records = { ...former.records, ...known.records }
  const checks = await EarlyChecks.begin(scripts, known, examine)
  try {
    const surveyed = await fetchRemoteState(client, scripts, {
      ...known,
      concurrency: pace.concurrency,
      renames: former.renames,
      shard,
    })
    const matched = matchScripts(surveyed)
    const { steps, doubtful } = await stepsFor({ surveyed, matched }, scripts, options)
    const checked = await checks.of(doubtful)
    const slugs = new Set(all.map(({ slug }) => slug))
    // A push of chosen files does not know the slugs of the others.
    const others =
      options.paths.length > 0 ? [] : matched.onlyRemote.filter(({ slug }) => !slugs.has(slug))
    return {
      steps: await keepForeignScripts(steps, { root: project.root, hashes: known.hashes, git }),
      ...splitByVerdict(checked, options.failOn),
      staleRecords: matched.staleRecords,
      looked,
      onlyRemote: others.map(({ slug }) => slug),
      warnings: former.warnings,
    }
  } finally {
    await checks.close()
  }
}

interface Survey {
  readonly surveyed: PlanInput
  readonly matched: ReturnType<typeof matchScripts>
}

/** Plans what to do with each script, and lists those that must be checked first. */
async function stepsFor(
  { surveyed, matched }: Survey,
  scripts: readonly LocalScript[],
  options: PushOptions,
): Promise<{ steps: ResolvedStep[]; doubtful: LocalScript[] }> {
  const byPath = new Map(scripts.map((script) => [script.path, script]))
  const recordOf = byScript(surveyed.records)
  const steps: ResolvedStep[] = []
  const doubtful: LocalScript[] = []
  for (const planned of planSync(surveyed, matched)) {
    const script = byPath.get(planned.path)
    // The plan does not know the full content of a file with problems, so it asks no policy.
    const unclear = script !== undefined && script.problems.length > 0
    const step =
      planned.action === 'conflict' && !unclear
        ? await resolveWithPolicy(planned, script, recordOf, options)
        : planned
    steps.push(step)
    const sent = step.action === 'create' || step.action === 'update'
    // It may have been sent before warnings failed a push, so check it again.
    const stands = step.action === 'unchanged' && options.failOn === 'warning'
    if (script && (sent || stands || unclear)) doubtful.push(script)
  }
  return { steps, doubtful }
}

/** A push of another selection, with other settings, rules or another key, does not tell this one what it need not look at. */
async function lookOf(
  scripts: LocalScript[],
  git: RepositoryOfFolder,
  options: PushOptions,
): Promise<Incremental> {
  const { project, state, address, shard, paths, failOn } = options
  const hashes = await state.remoteHashes(address)
  const scope = JSON.stringify([shard, project.config, state.key, paths, failOn, RULESET])
  return changedSincePush(scripts, {
    git,
    hashes,
    scope,
    now: Date.parse(options.stamp),
  })
}

export const splitByVerdict = (
  checked: readonly CheckedScript[],
  failOn: FailOn | undefined,
): Pick<PushPlan, 'invalid' | 'valid'> => ({
  invalid: checked.filter((one) => isRefused(one, failOn)),
  valid: checked.filter((one) => !isRefused(one, failOn)),
})

/** Advice on the scripts that the push sent. */
export function adviceOnSent({ valid }: PushPlan, { outcomes }: Batch): Advice {
  const sent = outcomes.filter(({ action }) => action === 'created' || action === 'updated')
  const paths = new Set(sent.map(({ path }) => path))
  return countAdvice(valid.filter(({ script }) => paths.has(script.path)))
}

async function resolveWithPolicy(
  step: ConflictStep,
  script: LocalScript | undefined,
  recordOf: ReturnType<typeof byScript>,
  { project, onConflict, adopt }: PushOptions,
): Promise<ResolvedStep> {
  const { record } = recordOf.get(step.remote?.id ?? '') ?? {}
  const divergence = script && (await readDivergence(project.root, record, script, step.remote))
  const conflict = { ...step, divergence }
  return resolveConflict(conflict, adopt && step.neverSynced ? 'adopt' : await onConflict(conflict))
}

/** The steps of scripts that may be sent. */
export function validSteps({ steps, invalid }: PushPlan): ResolvedStep[] {
  const refused = new Set(invalid.map(({ script }) => script.path))
  return steps.filter(({ path }) => !refused.has(path))
}

/** Applies the plan; reports invalid scripts and does not send them. */
export async function push(plan: PushPlan, options: PushOptions): Promise<Batch> {
  const { steps, staleRecords, looked, quota = [] } = plan
  const valid = validSteps(plan)
  const mayBeSent = new Set(valid)
  const sent = steps.filter(({ action }) => SENDING.has(action))
  options.pace.unanswered?.limitTo(new Set(sent.map(scriptNameOf)))
  const { outcomes, ended } = await applyTwice(fittingFirst(valid, quota), options)
  if (!ended) for (const path of staleRecords) await options.state.remove(options.address, path)
  const byPath = new Map(outcomes.map((outcome) => [outcome.path, outcome]))
  for (const step of steps.filter((one) => !mayBeSent.has(one))) {
    const outcome = invalidOutcome(step, options.failOn)
    options.pace.onOutcome?.(outcome)
    byPath.set(step.path, outcome)
  }
  const all = steps.flatMap(({ path }) => byPath.get(path) ?? [])
  const isLeftOut = ({ action }: Outcome) =>
    !(isDone(action) || action === 'unchanged' || action === 'orphan')
  if (looked?.push && !ended && !all.some(isLeftOut)) {
    const hashes = await options.state.remoteHashes(options.address)
    hashes.lastPush = looked.push
    await hashes.save()
  }
  return { ended, outcomes: all }
}

const SENDING: ReadonlySet<ResolvedStep['action']> = new Set(['create', 'update', 'delete'])

/** Scripts for which a free slug is looked up: more are a mistake of another kind. */
const SUGGESTIONS = 5

/**
 * A new script whose slug the service refuses may be the user's own: another job pushed it first. So topo looks again at
 * these, all at once, and says "unchanged" or "conflict". No policy overwrites what this run has not shown before.
 */
async function applyTwice(steps: readonly ResolvedStep[], options: PushOptions): Promise<Batch> {
  const { project, pace } = options
  const { root } = project
  const taken = new Set<string | null>()
  const onOutcome = (outcome: Outcome) => {
    if (outcome.error === 'TOPO_SLUG_TAKEN') taken.add(outcome.path)
    else pace.onOutcome?.(outcome)
  }
  const first = await applyPlan(steps, { ...options, root, pace: { ...pace, onOutcome } })
  const files = steps.flatMap((step) =>
    step.action === 'create' && taken.has(step.path) ? [step.file] : [],
  )
  const again = first.ended || files.length === 0 ? [] : await planAgain(files, options)
  const second = await applyPlan(again, {
    ...options,
    root,
    pace: { concurrency: pace.concurrency },
  })
  const byPath = new Map(second.outcomes.map((outcome) => [outcome.path, outcome]))
  const outcomes = first.outcomes.map((outcome) => byPath.get(outcome.path) ?? outcome)
  const refused = outcomes.filter(({ error }) => error === 'TOPO_SLUG_TAKEN').slice(0, SUGGESTIONS)
  const ended = first.ended ?? second.ended
  for (const outcome of ended ? [] : refused)
    outcomes[outcomes.indexOf(outcome)] = await withFreeSlug(outcome, options.client, root)
  for (const outcome of outcomes) if (taken.has(outcome.path)) pace.onOutcome?.(outcome)
  return { ended, outcomes }
}

/** Steps for the files whose slug belongs to a script of the user. */
async function planAgain(
  files: readonly PlannedFile[],
  { client, state, address, pace: { concurrency } }: PushOptions,
): Promise<ResolvedStep[]> {
  const nothing = { records: {}, intents: [], baseOf: async () => undefined }
  const hashes = await state.remoteHashes(address)
  const seen = await fetchRemoteState(client, files, {
    ...nothing,
    hashes,
    concurrency,
    asksForNew: true,
  })
  return planSync(seen).filter(({ action }) => action !== 'create')
}

const invalidOutcome = ({ path, slug }: ResolvedStep, failOn: FailOn | undefined): Outcome =>
  outcomeWith({
    path,
    slug,
    action: 'invalid',
    reason: refusalReason(failOn),
    error: 'TOPO_INVALID',
    hint: 'Run "topo validate" to see each finding with its line.',
    exitCode: failOn === 'none' ? ExitCode.ok : ExitCode.refused,
  })
