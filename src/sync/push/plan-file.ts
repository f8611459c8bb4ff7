/** Reads and writes plan files: a planned push to review and apply later. A plan file contains hashes, no scripts. */

import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { KnownError, usageError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { isBelow } from '../../files/path-containment.ts'
import { readFileWithin, readOverwritten } from '../../limits/files.ts'
import { CONTENT_FIELDS } from '../../project/script/content.ts'
import { placedIssue } from '../../text/issue-in-words.ts'
import { tryParseJson } from '../../text/parse-json.ts'
import type { ResolvedStep } from '../plan/conflicts.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import type { PushPlan } from './push.ts'

const FORMAT = 'topo-push-plan'
const VERSION = 1

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const common = { path: z.string(), slug: z.string(), reason: z.string() }
/** `hash` of the local content; `invalid` marks a script with errors, which is not sent. */
const withFile = { ...common, hash: hashSchema, invalid: z.optional(z.literal(true)) }
/** The remote script and its revision; where the service tells none, `sha256:` and the hash of its content. */
const withRemote = { id: z.string(), revision: z.string() }
const changedSchema = z.array(z.enum(CONTENT_FIELDS))

const stepSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), ...withFile }),
  z.strictObject({
    action: z.literal('update'),
    ...withFile,
    ...withRemote,
    changed: changedSchema,
    overwrites: z.optional(z.literal(true)),
  }),
  // Hash of both sides. It may differ from `hash`: the remote code of a bundled script may be the unbundled one.
  z.strictObject({ action: z.literal('adopt'), ...withFile, ...withRemote, recorded: hashSchema }),
  z.strictObject({ action: z.literal('unchanged'), ...withFile, ...withRemote }),
  z.strictObject({ action: z.literal('hidden'), ...withFile, id: z.string() }),
  z.strictObject({
    action: z.literal('remote-ahead'),
    ...withFile,
    ...withRemote,
    changed: changedSchema,
  }),
  z.strictObject({
    action: z.enum(['conflict', 'skip']),
    ...withFile,
    changed: changedSchema,
    ...z.partial(z.object(withRemote)).shape,
    foreign: z.optional(z.enum(['other-content', 'shallow', 'no-repository'])),
  }),
  z.strictObject({
    action: z.enum(['orphan', 'delete']),
    ...common,
    ...withRemote,
    hash: hashSchema,
  }),
])

const planSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Address of the service. */
  service: z.string(),
  steps: z.array(stepSchema),
})

export type PlanFile = z.output<typeof planSchema>
export type PlannedStep = PlanFile['steps'][number]

export function planFileOf({ steps, invalid }: PushPlan, service: string): PlanFile {
  assertInProject(steps)
  const refused = new Set(invalid.map(({ script }) => script.path))
  return {
    format: FORMAT,
    version: VERSION,
    service,
    steps: steps.map((step) => plannedStep(step, refused.has(step.path))),
  }
}

/**
 * Writes a plan. Overwrites an existing plan, but no other file.
 * @throws usage error `TOPO_FILE_EXISTS`.
 */
export async function writePlan(file: string, plan: PlanFile): Promise<void> {
  const before = await readOverwritten('record', file)
  if (before !== undefined && !isPlan(tryParseJson(decodeText(before).text ?? ''))) {
    throw usageError(`${file} exists and is not a plan.`, {
      code: 'TOPO_FILE_EXISTS',
      hint: 'Choose another file name for the plan.',
    })
  }
  await writeAtomic(file, `${JSON.stringify(plan, null, 2)}\n`)
}

/**
 * A plan may come from somebody else, so it only has files of the project. An orphan has none.
 * @throws usage error `TOPO_PLAN_INVALID`
 */
function assertInProject(steps: readonly { action: string; path: string }[]): void {
  const root = resolve('project')
  const outside = steps.find(
    ({ action, path }) =>
      !['orphan', 'delete'].includes(action) && !isBelow(root, join(root, path)),
  )
  if (outside === undefined) return
  throw usageError(`A plan cannot have ${outside.path}, which is outside of the project.`, {
    code: 'TOPO_PLAN_INVALID',
    hint: 'Push this script without a plan.',
  })
}

/** @throws usage error `TOPO_PLAN_INVALID`, also for a plan of another version or service. */
export async function readPlan(file: string, service: string): Promise<PlanFile> {
  const bytes = await readPlanBytes(file)
  const decoded = decodeText(bytes, `The plan ${file}`)
  if (decoded.text === undefined) throw unusable(decoded.message)
  const value = tryParseJson(decoded.text)
  if (!isPlan(value)) throw unusable(`${file} is not a plan of topo.`)
  if (value.version !== VERSION) {
    const version = JSON.stringify(value.version)
    throw unusable(
      `The plan ${file} has version ${version}, but this topo only supports version ${VERSION}.`,
    )
  }
  const { data, error } = planSchema.safeParse(value)
  if (!data) {
    const what = placedIssue(error.issues[0], 'the file')
    throw unusable(`The plan ${file} is invalid: ${what}.`)
  }
  if (data.service !== service) {
    throw unusable(`The plan ${file} is for ${data.service}, not for ${service}.`)
  }
  assertInProject(data.steps)
  return data
}

async function readPlanBytes(file: string): Promise<Buffer> {
  try {
    return await readFileWithin('record', file)
  } catch (error) {
    if (error instanceof KnownError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw unusable(`Cannot read the plan ${file} (${code}).`)
  }
}

/** Fields that a kind of step does not have are undefined, so they do not reach the file. */
function plannedStep(step: ResolvedStep, invalid: boolean): PlannedStep {
  const { path, slug, reason } = step
  const file = 'file' in step ? step.file : undefined
  const remote = 'remote' in step ? step.remote : undefined
  // `--if-newer` blocked it, and the reason says why.
  const blocked = file === undefined ? 'orphan' : 'conflict'
  return {
    action: step.action === 'older' ? blocked : step.action,
    path,
    slug,
    reason,
    hash: file === undefined && 'hash' in step ? step.hash : file?.hash,
    id: 'id' in step ? step.id : undefined,
    revision: remote && plannedRevision(remote),
    changed: file && 'changed' in step ? step.changed : undefined,
    overwrites: step.action === 'update' ? step.overwrites : undefined,
    recorded: step.action === 'adopt' ? step.hash : undefined,
    foreign: step.action === 'conflict' ? step.foreign : undefined,
    invalid: invalid || undefined,
  } as PlannedStep
}

/** The version that a plan is based on. */
export const plannedRevision = ({ updatedAt, hash = '' }: RemoteScript): string =>
  updatedAt === '' ? `sha256:${hash}` : updatedAt

const isPlan = (value: unknown): value is { version: unknown } =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

const unusable = (message: string): KnownError =>
  usageError(message, {
    code: 'TOPO_PLAN_INVALID',
    hint: 'Create a new plan with "topo push --plan-out FILE".',
  })
