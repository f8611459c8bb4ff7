/** Makes a script public or private, on the service and in the header of its file. */
import type { Client } from '../api/client.ts'
import type { Script } from '../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../errors.ts'
import { contentHash } from './content.ts'
import { type LocalScript, loadScript } from './load.ts'
import type { Project } from './project.ts'
import { contentOf, readScript, toRemote } from './remote.ts'
import type { SyncState } from './state.ts'
import { writeVisibility } from './write.ts'

export interface PublishOptions {
  project: Project
  client: Client
  state: SyncState
  address: string
  /** Slug or id. */
  name: string
  isPublic: boolean
}

export interface Published {
  script: Script
  /** False when it was so already. */
  changed: boolean
  /** The file whose header says so now, relative to the root. */
  file: string | undefined
}

/**
 * Guarded by the revision that was just read. The file that is on record for the script gets `public:` in its
 * header, for the next push would otherwise take it back.
 */
export async function setVisibility(options: PublishOptions): Promise<Published> {
  const { project, client, state, address, name, isPublic } = options
  const before = await readScript(client, name)
  if (!before) {
    throw new KnownError(`There is no script "${name}" of yours on the service.`, {
      code: 'TOPO_NOT_FOUND',
      exitCode: ExitCode.refused,
      hint: 'Push it first, or run "topo script list" to see your scripts.',
    })
  }
  const changed = before.isPublic !== isPublic
  const { id, updatedAt: expectedUpdatedAt } = toRemote(before)
  const script = changed
    ? (await client.scripts.update({ params: { id }, body: { isPublic, expectedUpdatedAt } })).item
    : before

  const [path, record] = Object.entries(await state.read(address)).find(([, entry]) => entry.id === id) ?? []
  if (path === undefined || record === undefined) return { script, changed, file: undefined }
  const local = await recorded(project, path)
  const synced = record.updatedAt === before.updatedAt
  if (synced) {
    const { slug, updatedAt = '' } = script
    await state.update(address, path, { id, slug, updatedAt, hash: contentHash(contentOf(script)) })
  }
  if (!local || local.metadata.public === isPublic) return { script, changed, file: undefined }
  await writeVisibility(local, isPublic, project)
  return { script, changed, file: path }
}

/** The file of a record, if it is still there. */
async function recorded({ root, config }: Project, path: string): Promise<LocalScript | undefined> {
  try {
    return await loadScript(`${root}/${path}`, { root, defaults: config.defaults })
  } catch (error) {
    if (error instanceof KnownError) return undefined
    throw error
  }
}
