/** Resolves and compares the operands of `diff`: local file, file at a git revision, remote script. */
import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Client } from '../../api/client/client.ts'
import type { Script } from '../../api/resources/scripts.ts'
import { refusedError, usageError } from '../../errors.ts'
import type { Project } from '../../project/config/project.ts'
import { assertHeaderRead } from '../../project/script/assert-header-read.ts'
import { type LocalScript, loadOptionsOf, loadScript } from '../../project/script/load.ts'
import { resolveScript, withSuggestion } from '../../project/select/resolve-script.ts'
import { findSimilarSlug } from '../../project/select/slugs.ts'
import { type Divergence, readDivergence } from '../merge/divergence.ts'
import { contentOf, readAccessibleScript, toRemote } from '../remote/read-remote.ts'
import { type ComparedScript, type Comparison, compareScripts } from './difference.ts'

export interface CompareOptions {
  project: Project
  /** File, slug, id or web address. */
  first: string
  second?: string | undefined
  /** git revision to compare the file with. */
  revision?: string | undefined
  /** Called only for remote scripts. */
  service: () => Promise<{ client: Client; address: string }>
}

/**
 * Compares the first with the second. A single file is compared with its remote script, or its revision, as the
 * older side.
 * @throws usage error for operands that cannot be compared.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const { project, first, second, revision, service } = options
  const named = await resolveScript(project, first)
  if (revision !== undefined) {
    if (second !== undefined || named.file === undefined) {
      throw usageError('A git revision can only be compared with one local file.', {
        hint: 'Name only the file, as in "topo diff shop.topology.js --git HEAD~1".',
      })
    }
    const path = relative(project.root, named.file)
    const then = (await scriptsAtRevision(project, [path], revision)).get(path)
    if (then === undefined) throw notAtRevision(path, revision)
    const before = { ...then, name: `${then.name} (${revision})` }
    return compareScripts(before, await readFileOperand(project, named.file))
  }
  const side = async (given: string) => {
    const { file, name } = await resolveScript(project, given)
    if (file !== undefined) return readFileOperand(project, file)
    return withSuggestion(
      project,
      given,
      async () => (await service()).client,
      async (client) => remoteToCompared(await readAccessibleScript(client, name)),
    )
  }
  if (second !== undefined) return compareScripts(await side(first), await side(second))
  if (named.file === undefined) {
    const near = await findSimilarSlug(project, first)
    throw usageError(`No local file belongs to "${first}", so the second side is missing.`, {
      hint: near
        ? `Did you mean "${near.slug}" (${near.path})? Otherwise name a second script.`
        : 'Name its file, or a second script.',
    })
  }
  return compareWithRemote(project, named.file, named.name, await service())
}

/** Compares the remote script with the file; if both changed since the last sync, adds the changes by side. */
async function compareWithRemote(
  project: Project,
  file: string,
  name: string,
  { client, address }: { client: Client; address: string },
): Promise<Comparison> {
  const { root } = project
  const script = await readAccessibleScript(client, name)
  const local = await loadOwn(project, file)
  const comparison = await compareScripts(remoteToCompared(script), toComparedScript(local))
  const { SyncState } = await import('../state/state.ts')
  const records = Object.values(await new SyncState(root, client.clock).read(address))
  const record = records.find(({ id }) => id === script.id)
  const divergence = await readDivergence(root, record, local, toRemote(script))
  const both =
    divergence?.baseKnown && ['local', 'remote'].every((side) => hasChanged(divergence, side))
  return both ? { ...comparison, difference: { ...comparison.difference, divergence } } : comparison
}

const hasChanged = ({ fields, code, readme }: Divergence, side: string): boolean =>
  [...fields, ...code, ...readme].some(({ by }) => by === side || by === 'both')

export const readFileOperand = async (project: Project, file: string): Promise<ComparedScript> =>
  toComparedScript(await loadOwn(project, file))

/** @throws KnownError `TOPO_INVALID` for a header that is not read: what it sets would look changed. */
async function loadOwn(project: Project, file: string): Promise<LocalScript> {
  const script = await loadScript(file, loadOptionsOf(project))
  assertHeaderRead(script, 'Nothing was compared.')
  return script
}

/**
 * Returns scripts by path, without those that did not exist at the revision.
 * @throws usage error `TOPO_UNKNOWN_REVISION` for an unknown revision, and as `requireRepository`.
 */
export async function scriptsAtRevision(
  { root, config }: Project,
  paths: readonly string[],
  revision: string,
): Promise<Map<string, ComparedScript>> {
  const sides = new Map<string, ComparedScript>()
  if (paths.length === 0) return sides
  const { atRevision } = await import('../../files/git/extract-revision.ts')
  const { requireRepository } = await import('../../files/git/git.ts')
  const repository = await requireRepository(root)
  const commit = await repository.requireCommit(revision)
  return atRevision({ repository, commit, root }, async (revisionRoot) => {
    for (const path of paths) {
      const file = join(revisionRoot, path)
      if (!(await stat(file).catch(() => undefined))) continue
      const script = await loadScript(file, loadOptionsOf({ root: revisionRoot, config }))
      sides.set(path, toComparedScript(script))
    }
    return sides
  })
}

const notAtRevision = (path: string, revision: string) =>
  refusedError(`${path} does not exist at ${revision}.`, {
    code: 'TOPO_NOT_AT_REVISION',
    hint: 'If the file was renamed, name both files to compare them.',
  })

/** The text diff shows the code as written; the topology comes from the bundle that is sent. */
export const toComparedScript = ({
  path,
  content,
  unbundled,
  metadata,
}: LocalScript): ComparedScript => ({
  name: path,
  file: path,
  content,
  text: unbundled,
  direction: metadata.direction,
})

function remoteToCompared(script: Script): ComparedScript {
  const content = contentOf(script)
  return { name: `${script.slug} on the service`, content, text: content.code }
}
