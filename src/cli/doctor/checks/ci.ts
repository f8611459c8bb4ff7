/** `topo doctor --ci`: counts what a push of this project costs in requests, against the rate limit of the key. */
import type { CountedList } from '../../../api/client/read-list.ts'
import type { ListedScript } from '../../../api/resources/scripts.ts'
import type { Project } from '../../../project/config/project.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { loadProject } from '../../../project/select/selection.ts'
import { ownScripts } from '../../../sync/remote/read-remote.ts'
import { SyncState } from '../../../sync/state/state.ts'
import type { SyncRecord, SyncRecords } from '../../../sync/state/sync-record.ts'
import { counted, joined } from '../../../text/words.ts'
import type { Service } from '../../service/service.ts'
import { failedCheck, type Observation, ok, warning } from '../check.ts'

/** The service's document, section "Limits": requests per key and hour. Used where no answer tells another number. */
const DOCUMENTED = 1000

/** A changed script is read, then written. */
const REQUESTS_OF_UPDATE = 2

export interface PushCosts {
  files: number
  /** Scripts of the account. */
  scripts: number
  /** Requests for the list of the account. */
  pages: number
  /** Scripts that a full look reads: `.topo/remote.json` does not know their revision. */
  reads: number
  /** Files that are not on the service. */
  creates: number
  /** Requests for files that changed since their last sync. */
  updates: number
  /** Requests for the quotas before new files are sent: a single one is accepted or refused whole. */
  quotas: number
  /** Files of which one page of the list does not tell if they are there; each costs a request, to read or to create it. */
  uncertain: number
  /** Requests of a push on merge that changes one script, after a successful one. */
  perMerge: number
  /** Requests of a push that looks at all scripts, with its writes. */
  fullLook: number
  limit: number
  /** The service told the limit; otherwise it is the documented one. */
  isTold: boolean
}

/** Sends one request. */
export async function countPush(project: Project, service: Service): Promise<PushCosts> {
  const files = await loadProject(project, { paths: [], allowEmpty: true })
  const list = await ownScripts(service.client, Number.POSITIVE_INFINITY, async () => true)
  const { items, promised = items.length } = list
  const pages = Math.max(1, Math.ceil(promised / Math.max(items.length, 1)))
  const state = new SyncState(project.root, service.client.clock)
  const hashes = await state.remoteHashes(service.address)
  const records = await state.read(service.address)
  const { there, creates, uncertain } = countPlaces(files, list, records)
  const tellsRevisions = items.every(isKnown)
  const reads = tellsRevisions ? Math.max(0, there - hashes.size) : there
  const updates =
    REQUESTS_OF_UPDATE * files.filter((file) => isChanged(file, records[file.path])).length
  const looks = Math.min(pages, 1 + files.length) + reads
  const quotas = creates > 1 ? 1 : 0
  const told = service.transport.traffic().limit?.limit
  return {
    files: files.length,
    scripts: promised,
    pages,
    reads,
    creates,
    updates,
    quotas,
    uncertain,
    // Without revisions, each script is read once more.
    perMerge: 1 + REQUESTS_OF_UPDATE + (tellsRevisions ? 0 : 1),
    fullLook: looks + creates + updates + quotas + uncertain,
    limit: told ?? DOCUMENTED,
    isTold: told !== undefined,
  }
}

interface Places {
  there: number
  creates: number
  uncertain: number
}

/** Counts which files are on the service, as far as the first page of its list and the records tell it. */
function countPlaces(
  files: readonly LocalScript[],
  { items, promised }: CountedList<ListedScript>,
  records: SyncRecords,
): Places {
  const isWhole = promised !== undefined && items.length >= promised
  const slugs = new Set(items.map(({ slug }) => slug))
  const ids = new Set(items.map(({ id }) => id))
  const places: Places = { there: 0, creates: 0, uncertain: 0 }
  for (const { path, slug } of files) {
    const record = records[path]
    const isListed = slugs.has(slug) || (record !== undefined && ids.has(record.id))
    if (isListed || (record !== undefined && !isWhole)) places.there++
    else if (isWhole) places.creates++
    else places.uncertain++
  }
  return places
}

const isChanged = ({ hash, hashAsWritten }: LocalScript, record: SyncRecord | undefined): boolean =>
  record !== undefined && record.hash !== hash && record.hash !== hashAsWritten

const isKnown = ({ updatedAt }: ListedScript): boolean => updatedAt !== undefined

export function judgePush(costs: PushCosts): Observation[] {
  const { perMerge, limit, isTold } = costs
  const says = isTold ? 'the service tells' : 'the document of the service says; no answer tells it'
  return [
    ok(`the limit is ${limit} requests an hour, as ${says}`),
    ok(
      `a push on merge that changes one script sends about ${perMerge} requests, so ${Math.floor(limit / perMerge)} pushes an hour fit`,
      'With --incremental, a full history of the clone, and .topo/remote.json of the last job.',
    ),
    judgeFullLook(costs),
  ]
}

function judgeFullLook(costs: PushCosts): Observation {
  const { files, scripts, reads, creates, updates, quotas, uncertain, fullLook, limit } = costs
  const list = fullLook - reads - creates - updates - quotas - uncertain
  const parts = [
    `${list} for the list (scripts of the account: ${scripts})`,
    `${reads} to read scripts (files: ${files})`,
    creates > 0 && `${creates} to create new files`,
    updates > 0 && `${updates} to update changed files`,
    quotas > 0 && `${quotas} for the quotas`,
    uncertain > 0 &&
      `${uncertain} to read or create files that the first page of the list does not show`,
  ]
  const look = `a push that looks at everything sends about ${counted(fullLook, 'request')}: ${joined(', ', ...parts)}`
  const keep =
    'Keep .topo/remote.json between the jobs: it tells the scripts that were read before.'
  if (fullLook > limit) {
    const most = Math.floor(limit * 0.9)
    return failedCheck(
      `${look}, which the limit does not allow`,
      `${keep} For the first time, push with --budget ${most} and run the same command again every hour: it continues.`,
    )
  }
  return reads > 0 ? warning(look, keep) : ok(look)
}
