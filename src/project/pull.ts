/** Brings what has changed on the service, never over a change made here. */
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import type { Client } from '../api/client.ts'
import { ExitCode, KnownError } from '../errors.ts'
import { contentHash } from './content.ts'
import { findScripts } from './find.ts'
import { type LocalScript, loadScripts } from './load.ts'
import type { Action, Outcome } from './outcome.ts'
import { plan, type RemoteScript, type Step } from './plan.ts'
import type { Project } from './project.ts'
import { readScript, toRemote } from './remote.ts'
import type { SyncState } from './state.ts'
import { concurrency, survey } from './survey.ts'
import { writeScript } from './write.ts'

export interface PullOptions {
  project: Project
  client: Client
  state: SyncState
  address: string
  webAddress: (slug: string) => string | undefined
  /** Ids or slugs; none means all of the caller's scripts. */
  scripts: readonly string[]
  /** Folder for scripts that have no file yet, absolute. */
  folder: string
  /** Overwrite changes made here; they are saved under `.topo/backup/` first. */
  force: boolean
  /** Names the backups of this run. */
  stamp: string
}

/** One outcome per script, in the order of their slugs. A conflict leaves both sides alone. */
export async function pull(options: PullOptions): Promise<Outcome[]> {
  const { project, client, state, address } = options
  const locals = await localScripts(project)
  const input = await survey(client, locals, await state.read(address))
  const steps = new Map(
    plan(input).flatMap((step) => ('remote' in step && step.remote ? [[step.remote.id, step]] : [])),
  )
  const wanted = await wantedScripts(options, input.remotes)
  const byPath = new Map(locals.map((local) => [local.path, local]))
  const limit = pLimit(concurrency)
  const outcomes = await Promise.all(
    wanted.map((remote) =>
      limit(() =>
        bring(remote, steps.get(remote.id), byPath, { ...options, own: input.remotes.includes(remote) }),
      ),
    ),
  )
  return outcomes.sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** The files there are; having none is where a first pull begins. */
async function localScripts({ root, cwd, config }: Project): Promise<LocalScript[]> {
  try {
    const files = await findScripts({ root, cwd, include: config.include, exclude: config.exclude })
    return await loadScripts(files, { root, defaults: config.defaults })
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_NO_FILES') return []
    throw error
  }
}

async function wantedScripts({ client, scripts }: PullOptions, own: readonly RemoteScript[]) {
  if (scripts.length === 0) return [...own]
  return Promise.all(
    scripts.map(async (name) => {
      const found = own.find(({ id, slug }) => id === name || slug === name)
      if (found) return found
      const script = await readScript(client, name)
      if (script && script.userCanAccess !== false) return toRemote(script)
      throw new KnownError(
        script
          ? `The code of "${name}" is for its owners only.`
          : `There is no script "${name}" that you may read.`,
        {
          code: script ? 'TOPO_GATED' : 'TOPO_NOT_FOUND',
          exitCode: ExitCode.refused,
          hint: script ? 'Buy its bundle to read it.' : 'Run "topo script list" to see your scripts.',
        },
      )
    }),
  )
}

async function bring(
  listed: RemoteScript,
  step: Step | undefined,
  locals: ReadonlyMap<string, LocalScript>,
  options: PullOptions & { own: boolean },
): Promise<Outcome> {
  const { project, client, state, address, force, own } = options
  const outcome = (action: Action, reason: string, remote = listed, path = step?.path ?? null): Outcome => ({
    path,
    slug: remote.slug,
    action,
    reason,
    id: remote.id,
    url: (remote.content?.isPublic && options.webAddress(remote.slug)) || null,
    updatedAt: remote.updatedAt,
    error: null,
  })
  if (step?.action === 'unchanged') return outcome('unchanged', step.reason)
  if (!force && step?.action === 'conflict') return outcome('conflict', step.reason)
  if (!force && step?.action === 'update') return outcome('local-ahead', step.reason)

  const script = listed.content ? undefined : await readScript(client, listed.id)
  const remote = script ? toRemote(script) : listed
  if (!remote.content) return outcome('failed', 'deleted on the service meanwhile')
  const local = step && 'file' in step ? locals.get(step.path) : undefined
  try {
    const { path, changed } = await writeScript(remote.content, {
      root: project.root,
      defaults: project.config.defaults,
      folder: step ? join(project.root, dirname(step.path)) : options.folder,
      local,
      stamp: options.stamp,
      force,
    })
    if (own) {
      const { id, slug, updatedAt, content } = remote
      await state.update(address, path, { id, slug, updatedAt, hash: contentHash(content) })
    }
    return changed.length > 0
      ? outcome('pulled', step?.reason ?? 'not here yet', remote, path)
      : outcome('unchanged', 'the same here and on the service', remote, path)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return { ...outcome('failed', error.message, remote), error: error.code }
  }
}
