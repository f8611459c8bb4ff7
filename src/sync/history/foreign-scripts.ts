/**
 * Keeps a push from overwriting the script of another repository that has the same slug. A script came from this project
 * if the project knows what it last sent, or if a version of its file in git says what the script says.
 */
import pLimit from 'p-limit'
import type { Repository, RepositoryOfFolder } from '../../files/git/git.ts'
import {
  CONTENT_FIELDS,
  changedFields,
  DEFAULT_ENGINE_VERSION,
  equalAfterTidying,
  type ScriptContent,
} from '../../project/script/content.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { keepForeign, type ResolvedStep } from '../plan/conflicts.ts'
import type { ForeignReason, UpdateStep } from '../plan/plan.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import type { RemoteHashes } from '../remote/remote-hashes.ts'
import { formerPaths, hasVersion } from './former-versions.ts'

/** Number of past commits of a script that are compared. */
const MOST_COMMITS = 100
/** Processes of git at a time. */
const CONCURRENCY = 4

/**
 * Turns each step that would overwrite a script of others back into its conflict. Call it after conflicts are resolved.
 * @throws usage error `TOPO_NO_GIT` or KnownError `TOPO_GIT` if git should know whose a script is, but is unusable.
 */
export async function keepForeignScripts(
  steps: readonly ResolvedStep[],
  { root, hashes, git }: { root: string; hashes: RemoteHashes; git: RepositoryOfFolder },
): Promise<ResolvedStep[]> {
  const isDoubtful = (step: ResolvedStep): step is UpdateStep =>
    step.action === 'update' && step.unproved !== undefined && !hashes.isSynced(step.remote)
  if (!steps.some(isDoubtful)) return [...steps]
  const reading = await git.read()
  if (reading.state === 'unusable')
    throw reading.error.withHint(`${reading.error.hint} ${NOTHING_SENT}`)
  const repository = reading.state === 'known' ? reading.repository : undefined
  const limit = pLimit(CONCURRENCY)
  return Promise.all(
    steps.map((step) => (isDoubtful(step) ? limit(() => proved(step, root, repository)) : step)),
  )
}

const NOTHING_SENT =
  'Nothing was sent, because git has to tell if a remote script came from this repository; with --adopt, it does not matter.'

async function proved(
  step: UpdateStep,
  root: string,
  repository: Repository | undefined,
): Promise<ResolvedStep> {
  const why = await foreignReason(step, root, repository)
  return why === undefined || step.unproved === undefined ? step : keepForeign(step.unproved, why)
}

async function foreignReason(
  { path, slug, remote }: UpdateStep,
  root: string,
  repository: Repository | undefined,
): Promise<ForeignReason | undefined> {
  if (repository === undefined) return 'no-repository'
  const search = { repository, root, slug, commits: ['--all'], most: MOST_COMMITS }
  const isRemote = (version: LocalScript) => isSaidBy(version, remote)
  if (await hasVersion({ ...search, path }, isRemote)) return undefined
  const head = await repository.head()
  const moved = head === undefined ? [] : await formerPaths({ repository, root, path, head })
  for (const formerPath of moved) {
    if (await hasVersion({ ...search, path: formerPath }, isRemote)) return undefined
  }
  return (await repository.isShallow()) ? 'shallow' : 'other-content'
}

/**
 * True if the script on the service has the code of this version, and all metadata that its file sets. Somebody may
 * have set other metadata on the service.
 */
function isSaidBy({ content, unbundled }: LocalScript, { content: stored }: RemoteScript): boolean {
  // Every script without code has the same.
  if (stored === undefined || content.code === '') return false
  const set = changedFields(unsetContent(content), content)
  const fields = CONTENT_FIELDS.filter(
    (field) => field === 'code' || (field !== 'slug' && set.includes(field)),
  )
  return [content.code, unbundled].some((code) =>
    equalAfterTidying(stored, { ...content, code }, fields),
  )
}

/** The content of the same file without header and readme. */
const unsetContent = ({ slug, code }: ScriptContent): ScriptContent => ({
  slug,
  name: slug,
  description: '',
  type: 'topology',
  code,
  tags: [],
  isPublic: false,
  readme: null,
  engineVersion: DEFAULT_ENGINE_VERSION,
})
