/** `topo doctor --ci`: counts what a push of this project costs in requests, against the rate limit of the key. */
import type { ListedScript } from '../../api/resources/scripts.ts'
import type { Project } from '../../project/config/project.ts'
import { ownScripts } from '../../project/remote/read-remote.ts'
import { loadProject } from '../../project/select/selection.ts'
import { SyncState } from '../../project/state/state.ts'
import { counted } from '../../text/words.ts'
import type { Service } from '../service/service.ts'
import { failedCheck, type Observation, ok, warning } from './check.ts'

/** The service's document, section "Limits": requests per key and hour. Used where no answer tells another number. */
const DOCUMENTED = 1000

export interface PushCosts {
  files: number
  /** Scripts of the account. */
  scripts: number
  /** Requests for the list of the account. */
  pages: number
  /** Scripts that a full look reads: `.topo/remote.json` does not know their revision. */
  reads: number
  /** Requests of a push on merge that changes one script, after a successful one. */
  perMerge: number
  /** Requests of a push that looks at all scripts and changes none. */
  fullLook: number
  limit: number
  /** The service told the limit; otherwise it is the documented one. */
  isTold: boolean
}

/** Sends one request. */
export async function countPush(project: Project, service: Service): Promise<PushCosts> {
  const files = await loadProject(project, { paths: [], allowEmpty: true })
  const { items, promised = items.length } = await ownScripts(
    service.client,
    Number.POSITIVE_INFINITY,
    async () => true,
  )
  const pages = Math.max(1, Math.ceil(promised / Math.max(items.length, 1)))
  const hashes = await new SyncState(project.root).remoteHashes(service.address)
  const there = Math.min(files.length, promised)
  const reads = items.every(isKnown) ? Math.max(0, there - hashes.size) : there
  const told = service.transport.traffic().limit?.limit
  const looks = Math.min(pages, 1 + files.length) + reads
  // Without revisions, the script is read once more before the write.
  const perMerge = 3 + (items.every(isKnown) ? 0 : 1)
  const limit = told ?? DOCUMENTED
  return {
    files: files.length,
    scripts: promised,
    pages,
    reads,
    perMerge,
    fullLook: looks,
    limit,
    isTold: told !== undefined,
  }
}

const isKnown = ({ updatedAt }: ListedScript): boolean => updatedAt !== undefined

export function judgePush(costs: PushCosts): Observation[] {
  const { files, scripts, reads, perMerge, fullLook, limit, isTold } = costs
  const says = isTold ? 'the service tells' : 'the document of the service says; no answer tells it'
  const look = `a push that looks at everything sends about ${counted(fullLook, 'request')}: ${fullLook - reads} for the list (scripts of the account: ${scripts}), ${reads} to read scripts (files: ${files})`
  const keep =
    'Keep .topo/remote.json between the jobs: it tells the scripts that were read before.'
  return [
    ok(`the limit is ${limit} requests an hour, as ${says}`),
    ok(
      `a push on merge that changes one script sends about ${perMerge} requests, so ${Math.floor(limit / perMerge)} pushes an hour fit`,
      'With --incremental, a full history of the clone, and .topo/remote.json of the last job.',
    ),
    fullLook > limit
      ? failedCheck(
          `${look}, which the limit does not allow`,
          `${keep} For the first time, push with --budget ${Math.floor(limit * 0.9)} and run the same command again every hour: it continues.`,
        )
      : reads > 0
        ? warning(look, keep)
        : ok(look),
  ]
}
