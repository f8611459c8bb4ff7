/** `--write`: what a deployment makes of a create, an update and a deletion, with one private draft. */
import { randomUUID } from 'node:crypto'
import type { Client } from '../../../api/client.ts'
import { findRecord, isRecord, type UntypedRecord } from '../../../api/envelope.ts'
import { isOutcomeUnknown } from '../../../api/lost-answer.ts'
import { errorFromReply } from '../../../api/reply.ts'
import { findDraftId, removeDraft } from '../../../project/remote/draft.ts'
import { type CheckResult, type DeploymentFact, fact, limitation, obstacle } from './check.ts'
import type { DeploymentProbe, ProbeReply } from './probe.ts'

/** Only calls of the service's document. */
const code = `const topology = new TopologyBuilder(true)
topology.createGroup('shop', { label: 'Shop' }, { x: 0, y: 0 }).addProcess({ id: 'web', label: 'Web', state: 'running' })
await topology.apply()

`

interface WriteContext {
  probe: DeploymentProbe
  client: Client
  /** True once a signal asks the command to end. */
  stopped: () => boolean
}

/** Creates, updates and deletes a draft; deletes it also if anything fails. */
export async function probeWrites(context: WriteContext): Promise<CheckResult> {
  const slug = `topo-doctor-${randomUUID()}`
  let id: string | undefined
  try {
    const created = await context.probe.send({ method: 'POST', path: '/v1/scripts', body: draft(slug) })
    if (!created.isSuccess) throw errorFromReply(created)
    const answered = findRecord(created.json)?.id
    id = answered === undefined ? await findDraftId(slug, context.client) : String(answered)
    if (id === undefined) return { facts: [lostDraft], data: { write: null } }
    const result = await probeDraft(id, slug, created, context)
    id = undefined
    return result
  } catch (error) {
    if (id === undefined && isOutcomeUnknown(error)) id = await findDraftId(slug, context.client)
    throw error
  } finally {
    if (id !== undefined) await removeDraft(context.client, id, slug)
  }
}

const draft = (slug: string) => ({
  ...{ slug, name: 'topo doctor: may be deleted', description: 'draft ', type: 'topology', code },
  ...{ tags: ['Zoo', 'apple'], readme: '# Draft\n\n', isPublic: false, engineVersion: '1.0' },
})

const lostDraft = obstacle(
  'a created script cannot be read by its slug',
  'topo cannot tell whether a create was done.',
)

/** Ends with the deletion; the caller deletes the draft after an error before it. */
async function probeDraft(
  id: string,
  slug: string,
  created: ProbeReply,
  { probe, client, stopped }: WriteContext,
): Promise<CheckResult> {
  const path = `/v1/scripts/${encodeURIComponent(id)}`
  const read = async () => findRecord((await probe.send({ method: 'GET', path })).json) ?? {}
  const patch = (fields: object) => probe.send({ method: 'PATCH', path, body: fields })
  const stored = await read()
  const revision = stored.updatedAt
  let [updated, stale]: (ProbeReply | undefined)[] = []
  let after: UntypedRecord = {}
  let takesRevision = revision !== undefined
  if (!stopped()) {
    updated = await patch({
      description: 'Updated',
      ...(takesRevision && { expectedUpdatedAt: revision }),
    })
    if (takesRevision && !updated.isSuccess && updated.text.includes('expectedUpdatedAt')) {
      takesRevision = false
      updated = await patch({ description: 'Updated' })
    }
    after = await read()
    if (takesRevision && updated.isSuccess && after.updatedAt !== revision) {
      stale = await patch({ description: 'Outdated', expectedUpdatedAt: revision })
    }
  }
  const deleted = await probe.send({ method: 'DELETE', path })
  if (!deleted.isSuccess) await removeDraft(client, id, slug)
  const isGone = !(await probe.send({ method: 'GET', path })).isSuccess
  const found = {
    create: answerOf(created),
    update: updated ? answerOf(updated) : null,
    delete: answerOf(deleted),
    changed: changedFields(draft(slug), stored),
    takesRevision,
    revisionMoves: updated && revision !== undefined ? after.updatedAt !== revision : null,
    guarded: stale ? !stale.isSuccess : null,
    isGone,
  }
  return { facts: factsOf(found, updated, stale), data: { write: found } }
}

/** Fields that the service stored in another form than it was sent. */
const changedFields = (sent: UntypedRecord, stored: UntypedRecord): string[] =>
  Object.keys(sent).filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(stored[name]))

type Answered = 'script' | 'thin' | 'acknowledgement' | 'nothing' | 'refused'

function answerOf({ isSuccess, status, text, json }: ProbeReply): Answered {
  if (!isSuccess) return 'refused'
  if (status === 204 || text.trim() === '') return 'nothing'
  const record = findRecord(json)
  if (record && isRecord(record) && record.id !== undefined)
    return record.code === undefined ? 'thin' : 'script'
  return 'acknowledgement'
}

interface FoundWrites {
  create: Answered
  update: Answered | null
  delete: Answered
  changed: string[]
  takesRevision: boolean
  revisionMoves: boolean | null
  guarded: boolean | null
  isGone: boolean
}

const words: Record<Answered, string> = {
  script: 'the script',
  thin: 'a few fields',
  acknowledgement: 'an acknowledgement',
  nothing: 'nothing',
  refused: 'a refusal',
}

function factsOf(
  { create, update, delete: removal, changed, takesRevision, revisionMoves, guarded, isGone }: FoundWrites,
  updated: ProbeReply | undefined,
  stale: ProbeReply | undefined,
): DeploymentFact[] {
  const answers = `a create answers ${words[create]}, an update ${words[update ?? 'nothing']}, a deletion ${words[removal]}`
  const isThin = create !== 'script' || update !== 'script'
  return [
    isThin ? fact(answers, 'topo reads the script again after each write.') : fact(answers),
    changed.length === 0
      ? fact('stores what it is sent, byte for byte')
      : fact(
          `stores another form of ${changed.join(', ')}`,
          'topo remembers what it sent beside what is stored, so the next push sends nothing.',
        ),
    ...(updated?.isSuccess === false
      ? [obstacle(`an update is refused (HTTP ${updated.status})`, 'topo cannot update scripts.')]
      : []),
    ...(takesRevision
      ? []
      : [
          limitation(
            'an update takes no revision (expectedUpdatedAt)',
            'topo reads a script once more immediately before each write, and compares its content.',
          ),
        ]),
    ...(revisionMoves === false
      ? [
          obstacle(
            'an update does not change the revision',
            'topo does not see changes of others: a push may overwrite them.',
          ),
        ]
      : []),
    ...(guarded === null
      ? []
      : guarded
        ? [fact(`refuses an update with an outdated revision (HTTP ${stale?.status})`)]
        : [
            limitation(
              'accepts an update with an outdated revision',
              'A push may overwrite a change that somebody makes while it runs.',
            ),
          ]),
    ...(isGone
      ? []
      : [limitation('a deleted script can still be read', 'topo may take it for one that exists.')]),
  ]
}
