/** Sends watched scripts with as few requests as possible. */
import { relative } from 'node:path'
import { KnownError } from '../../errors.ts'
import { type Advice, countAdvice } from '../../project/check/advice.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { changedFields, type ScriptContent } from '../../project/script/content.ts'
import { isSameSlug } from '../../project/script/duplicate-slugs.ts'
import { type LocalScript, loadOptionsOf, loadScript } from '../../project/script/load.ts'
import { fileSlugOf } from '../../project/script/metadata.ts'
import { type Outcome, outcomeWith } from '../plan/outcome.ts'
import { applyPlan } from '../push/apply.ts'
import { type PushOptions, planPush, push } from '../push/push.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import type { Batch } from '../send/batch.ts'
import type { SyncRecord } from '../state/sync-record.ts'
import { fileStamp } from './file-settled.ts'

/** An event of `watchProject`. */
export type WatchEvent =
  | { type: 'watching'; paths: readonly string[] }
  | { type: 'checking'; path: string }
  | { type: 'sent'; outcome: Outcome; advice: Advice; milliseconds: number }
  /** Both sides are the same already. */
  | { type: 'unchanged'; outcome: Outcome }
  | { type: 'invalid'; path: string; checked: CheckedScript }
  /** The service has changes that the file lacks: nothing is sent until they are pulled or overwritten. */
  | { type: 'conflict' | 'remote-ahead'; outcome: Outcome }
  | { type: 'failed'; outcome: Outcome }
  /** Reported once per script; requests are retried automatically. */
  | { type: 'offline'; paths: readonly string[]; error: KnownError; seconds: number }
  | { type: 'online' }
  | { type: 'gone'; path: string }
  /** The settings of the project were read again; with an error, the ones before are still used. */
  | { type: 'settings'; error: KnownError | undefined }

export interface WatchOptions extends Omit<PushOptions, 'onConflict'> {
  poll: boolean
  onEvent: (event: WatchEvent) => void
}

export interface WatchedScript {
  readonly file: string
  readonly path: string
  busy: boolean
  again: boolean
  script: LocalScript | undefined
  /** Its last known slug. */
  slug: string | undefined
  /** Advice on the last sent version. */
  advice: Advice
  /** Last known remote version: with it, an update needs no read. */
  base:
    | (Required<Pick<RemoteScript, 'id' | 'updatedAt' | 'hash'>> & { content: ScriptContent })
    | undefined
}

export const loadWatched = ({ file }: WatchedScript, project: Project): Promise<LocalScript> =>
  loadScript(file, loadOptionsOf(project))

/** Undefined for a file that was deleted while it was sent. */
const loadIfThere = (followed: WatchedScript, project: Project): Promise<LocalScript | undefined> =>
  loadWatched(followed, project).catch((error: unknown) => {
    if (!(error instanceof KnownError)) throw error
    return undefined
  })

/**
 * Sends many scripts like a push, with one list request for all.
 * @param isFollowed false for a script that was excluded since
 */
export async function sendBatch(
  all: readonly WatchedScript[],
  options: WatchOptions,
  isFollowed: (one: WatchedScript) => boolean,
): Promise<Batch> {
  const { project, onEvent } = options
  const paths = all.map(({ file }) => relative(project.cwd, file))
  const asPush = { ...options, paths, onConflict: async () => 'fail' as const }
  const planned = await planPush(asPush)
  const valid = new Map(planned.valid.map((checked) => [checked.script.path, checked]))
  const slugs = new Map(planned.steps.map(({ path, slug }) => [path, slug]))
  const excluded = new Set(all.filter((one) => !isFollowed(one)).map(({ path }) => path))
  for (const one of all.filter(isFollowed)) {
    one.slug = slugs.get(one.path)
    const checked = valid.get(one.path)
    one.advice = countAdvice(checked ? [checked] : [])
  }
  for (const checked of planned.invalid)
    if (!excluded.has(checked.script.path))
      onEvent({ type: 'invalid', path: checked.script.path, checked })
  const steps = planned.steps.filter(({ path }) => !excluded.has(path ?? ''))
  return push({ ...planned, steps }, asPush)
}

/** With a known base, sends one request; else works like a push. */
export async function sendOne(
  followed: WatchedScript,
  script: LocalScript,
  options: WatchOptions,
  isFollowed: (one: WatchedScript) => boolean,
): Promise<Batch> {
  const { base } = followed
  if (!base) return sendBatch([followed], options, isFollowed)
  const { path, slug, content, hash } = script
  const changed = changedFields(base.content, content)
  const remote = { slug, ...base }
  const common = { path, slug, reason: 'saved locally', file: script, id: base.id, remote }
  return applyPlan(
    [
      changed.length === 0
        ? { ...common, action: 'unchanged' }
        : { ...common, action: 'update', hash, changed },
    ],
    { ...options, root: options.project.root },
  )
}

interface SettleOptions extends Pick<WatchOptions, 'onEvent' | 'project' | 'client'> {
  /** When the save was seen, as `clock.elapsed()`. */
  readonly started: number
}

/** Reports what was done with a script, and remembers what was sent. False for an outcome that is a failure. */
export async function settle(
  followed: WatchedScript,
  outcome: Outcome,
  record: SyncRecord | undefined,
  { started, onEvent, project, client }: SettleOptions,
): Promise<boolean> {
  switch (outcome.action) {
    case 'created':
    case 'updated':
    case 'unchanged': {
      const script = followed.script ?? (await loadIfThere(followed, project))
      followed.script = undefined
      followed.base = undefined
      // A newer save was not sent.
      if (script && record && [script.hash, script.hashAsWritten].includes(record.hash)) {
        const { id, updatedAt, hash, answered = hash } = record
        followed.script = script
        followed.base = { id, updatedAt, hash: answered, content: script.content }
      }
      if (outcome.action === 'unchanged') onEvent({ type: 'unchanged', outcome })
      else {
        const { advice } = followed
        const milliseconds = client.clock.elapsed() - started
        onEvent({ type: 'sent', outcome, advice, milliseconds })
      }
      return true
    }
    case 'conflict':
    case 'remote-ahead':
      followed.base = undefined
      onEvent({ type: outcome.action, outcome: { ...outcome, hint: outcome.hint ?? aheadHint } })
      return true
    case 'invalid':
    case 'orphan':
      return true
    default:
      return false
  }
}

const aheadHint = 'Pull it to get the remote version. Until then, this script is not sent.'

/** Other files with the slug of this one. A deleted file does not count: it may have been renamed. */
export async function twinsOf(
  { file, slug }: WatchedScript,
  all: Iterable<WatchedScript>,
): Promise<WatchedScript[]> {
  if (slug === undefined) return []
  const twins = [...all].filter(
    (one) => one.file !== file && one.slug !== undefined && isSameSlug(one.slug, slug),
  )
  const stamps = await Promise.all(twins.map((one) => fileStamp(one.file)))
  return twins.filter((_, index) => stamps[index] !== undefined)
}

/** Outcome before anything is done. */
export const initialOutcome = ({ file, path }: WatchedScript): Outcome =>
  outcomeWith({ path, slug: fileSlugOf(file), action: 'failed' })
