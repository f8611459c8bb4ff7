/** Makes a script public or private, on the service and in the header of its file. */
import type { Client } from '../api/client.ts'
import type { Script } from '../api/resources/scripts.ts'
import { ExitCode, KnownError } from '../errors.ts'
import { contentHash } from './content.ts'
import { loadScript } from './load.ts'
import type { NamedScript } from './name.ts'
import { type OwnFile, ownFile } from './own-file.ts'
import type { Project } from './project.ts'
import { contentOf, ownScripts, readScript, toRemote } from './remote.ts'
import type { SyncState } from './state.ts'
import { writeVisibility } from './write.ts'

export interface PublishOptions {
  project: Project
  client: Client
  state: SyncState
  address: string
  named: NamedScript
  isPublic: boolean
  /** Names the backup of the file. */
  stamp: string
}

export interface Published {
  script: Script
  /** False when it was so already. */
  changed: boolean
  /** The file whose header says so now, relative to the root. */
  file?: string | undefined
  /** Why the script's file does not say so, as a sentence. */
  note?: string | undefined
}

/**
 * Guarded by the revision that was just read. The script's file gets `public:` in its header, for the next push
 * would otherwise take it back.
 */
export async function setVisibility(options: PublishOptions): Promise<Published> {
  const { project, client, state, address, named, isPublic } = options
  const before = await readScript(client, named.name)
  if (!before) {
    throw new KnownError(`There is no script "${named.name}" of yours on the service.`, {
      code: 'TOPO_NOT_FOUND',
      exitCode: ExitCode.refused,
      hint: 'Push it first, or run "topo script list" to see your scripts.',
    })
  }
  const { id, updatedAt: expectedUpdatedAt } = toRemote(before)
  const changed = before.isPublic !== isPublic
  // Nothing is sent then, so that the service has no occasion to refuse.
  if (!changed && !(await ownScripts(client)).items.some((script) => script.id === id)) throw notYours(named)
  const own = await ownFile(project, before, await state.read(address), named.file)
  if (own) await state.prepare()
  const script = changed
    ? (await client.scripts.update({ params: { id }, body: { isPublic, expectedUpdatedAt } })).item
    : before
  return { script, changed, ...(own && (await sayInFile(own, before, script, options))) }
}

async function sayInFile(
  { local, record }: OwnFile,
  before: Script,
  script: Script,
  { project, state, address, isPublic, stamp }: PublishOptions,
): Promise<Pick<Published, 'file' | 'note'>> {
  const { root, config } = project
  const [problem] = local.problems
  if (problem) return { note: `${local.path} was left as it is: ${problem.message}` }
  const says = local.metadata.public === isPublic
  try {
    if (!says) await writeVisibility(local, isPublic, { root, defaults: config.defaults, stamp })
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return { note: `${local.path} does not say so: ${error.message}` }
  }
  const { hash, hashAsWritten } = await loadScript(local.file, { root, defaults: config.defaults })
  const content = contentOf(script)
  const remoteHash = contentHash(content)
  const wasSynced = record !== undefined && record.updatedAt === before.updatedAt
  if (wasSynced || remoteHash === hash || remoteHash === hashAsWritten) {
    const { id, slug, updatedAt = '' } = script
    await state.update(address, local.path, { id, slug, updatedAt, hash: remoteHash }, content)
  }
  return says ? {} : { file: local.path }
}

const notYours = ({ name }: NamedScript): KnownError =>
  new KnownError(`The script "${name}" belongs to somebody else.`, {
    code: 'TOPO_FORBIDDEN',
    exitCode: ExitCode.refused,
    hint: 'Run "topo script list" to see your scripts.',
  })
