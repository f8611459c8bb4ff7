/** Describes one script and an error. */
import { findList, findRecord, isRecord } from '../../../api/envelope.ts'
import { parseErrorBody } from '../../../api/parse-error-body.ts'
import { isHtml } from '../../../api/reply.ts'
import {
  type DeploymentCheck,
  type DeploymentFact,
  fact,
  fullPage,
  limitation,
  obstacle,
  scriptLists,
} from './check.ts'
import type { DeploymentProbe, ProbeReply } from './probe.ts'
import { describeRecord, idForm } from './shape.ts'

/** An own script, else a public one: its entry in the list, and a read of it. */
export async function sampleScript(probe: DeploymentProbe, hasKey: boolean) {
  for (const { path, pagedBy } of hasKey ? scriptLists : scriptLists.slice(1)) {
    const size = { [pagedBy === 'page' ? 'pageSize' : 'limit']: fullPage }
    const [entry] = (findList((await probe.get(path, size)).json)?.items ?? []).filter(isRecord)
    const id = entry?.id ?? entry?.slug
    if (entry === undefined || id === undefined) continue
    const reply = await probe.get(`/v1/scripts/${encodeURIComponent(String(id))}`)
    return { entry, reply, record: reply.isSuccess ? findRecord(reply.json) : undefined, path }
  }
  return undefined
}

/** No service has it. */
const unknownSlug = 'topo-doctor-no-such-script'

export const records: DeploymentCheck = {
  name: 'records',
  run: async ({ probe, hasKey }) => {
    const sample = await sampleScript(probe, hasKey)
    const missing = await probe.get(`/v1/scripts/${unknownSlug}`)
    const errors = errorForm(missing)
    const ids = sample ? idForm(sample.entry.id) : null
    const envelope = sample ? (describeRecord(sample.reply.json) ?? null) : null
    const facts = [...(sample ? readFacts(sample, envelope, ids) : []), errorFact(missing, errors)]
    return { facts, data: { record: sample ? { envelope, ids } : null, errors } }
  },
}

type Sample = NonNullable<Awaited<ReturnType<typeof sampleScript>>>

function readFacts({ reply, record }: Sample, envelope: string | null, ids: string | null): DeploymentFact[] {
  if (record === undefined) {
    const answered = reply.isSuccess ? 'answers no script' : `answers HTTP ${reply.status}`
    return [obstacle(`a read of a script by its id ${answered}`, 'topo can neither pull nor update scripts.')]
  }
  return [
    fact(`a script comes as ${envelope}; its id is ${ids === 'uuid' ? 'a UUID' : `a ${ids}`}`),
    ...(typeof record.code === 'string'
      ? []
      : [obstacle('a read of a script has no code', 'topo cannot pull scripts.')]),
  ]
}

type ErrorForm = 'document' | 'nested' | 'text' | 'page' | 'none'

function errorForm({ isSuccess, text, json }: ProbeReply): ErrorForm {
  if (isSuccess) return 'none'
  if (isRecord(json)) return typeof json.error === 'string' ? 'document' : 'nested'
  return isHtml(text) ? 'page' : 'text'
}

const forms: Record<ErrorForm, string> = {
  document: '{ error, … }, as documented',
  nested: 'JSON of another form',
  text: 'plain text',
  page: 'web pages',
  none: 'answers without an error',
}

function errorFact(missing: ProbeReply, form: ErrorForm): DeploymentFact {
  const { status, text } = missing
  if (form === 'none') {
    return obstacle(
      `a script that does not exist is answered with HTTP ${status}`,
      'topo cannot tell a deleted script from one that is there.',
    )
  }
  const { code } = parseErrorBody(text)
  const message = `errors are ${forms[form]} (HTTP ${status}${code === undefined ? '' : `, ${code}`})`
  if (status !== 404) {
    return limitation(
      message,
      'topo expects 404 for a script that does not exist; other statuses end a command.',
    )
  }
  return form === 'document'
    ? fact(message)
    : fact(message, 'topo reads the code and the message from it, or goes by the status.')
}
