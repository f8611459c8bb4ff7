/**
 * `validate --remote`: what the service itself says of each script. It has no way to ask but to create, so a script
 * that it accepts is a private draft for a moment; what it refuses leaves nothing behind and costs nothing.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '../../api/client.ts'
import { readErrorBody } from '../../api/error-body.ts'
import { isOutcomeUnknown } from '../../api/lost-answer.ts'
import { KnownError } from '../../errors.ts'
import { LineIndex } from '../../topology/index.ts'
import { accepts } from '../../validator/index.ts'
import type { CheckedScript } from '../check/check.ts'
import type { PlacedFinding } from '../check/suppressions.ts'
import type { LocalScript } from '../script/load.ts'
import { readScript } from './remote.ts'

export interface RemoteOptions {
  client: Client
  /** Asked before each script; true ends the run, with all of its drafts deleted. */
  stopped: () => boolean
  /** Told after each script. */
  onAsked: () => void
}

/** Those that the service can be asked about: what cannot be read or bundled is not what would be sent. */
export const askable = ({ script }: CheckedScript): boolean =>
  script.problems.length === 0 && script.content.type === 'topology'

/**
 * The same scripts, with a finding where the service's verdict is another one. One after the other, so
 * there is never more than one draft to clean up.
 *
 * @throws KnownError what ended the run, such as a quota; `TOPO_DRAFT_LEFT` where a draft could not be deleted.
 */
export async function compared(
  checked: readonly CheckedScript[],
  { client, stopped, onAsked }: RemoteOptions,
): Promise<CheckedScript[]> {
  const result: CheckedScript[] = []
  for (const one of checked) {
    if (stopped()) break
    if (askable(one)) {
      const difference = differenceOf(one, await refusal(one.script, client))
      result.push(difference ? { ...one, findings: [difference, ...one.findings] } : one)
      onAsked()
    } else result.push(one)
  }
  return result
}

/** Why the service refuses a script, or undefined where it took it. */
async function refusal({ content }: LocalScript, client: Client): Promise<string | undefined> {
  // Its own slug may be taken by the script itself, and a draft must never be mistaken for it.
  const slug = `topo-check-${randomUUID()}`
  const body = {
    ...{ slug, name: 'topo validate --remote: may be deleted', description: '', tags: [], isPublic: false },
    ...{ type: content.type, code: content.code, engineVersion: content.engineVersion },
  }
  let id: string | undefined
  try {
    id = (await client.scripts.create({ body })).item.id
    return undefined
  } catch (error) {
    // The draft may be there although no answer came.
    if (isOutcomeUnknown(error)) id = await idOf(slug, client)
    if (error instanceof KnownError && refusals.has(error.code)) return whyOf(error)
    if (id === undefined) throw error
    return undefined
  } finally {
    if (id !== undefined) await remove(client, id, slug)
  }
}

async function idOf(slug: string, client: Client): Promise<string | undefined> {
  try {
    return (await readScript(client, slug))?.id
  } catch (error) {
    if (error instanceof KnownError) throw draftLeft(slug, error, 'may be')
    throw error
  }
}

const draftLeft = (slug: string, cause: KnownError, verb: 'is' | 'may be'): KnownError =>
  new KnownError(`The draft "${slug}" ${verb} left on the service: ${cause.message}`, {
    code: 'TOPO_DRAFT_LEFT',
    exitCode: cause.exitCode,
    hint: `Run "topo script delete ${slug}".`,
    cause,
    retryable: false,
  })

const refusals = new Set(['TOPO_REJECTED', 'TOPO_TOO_LARGE'])

function whyOf({ message, details }: KnownError): string {
  const { errors = [], issues = [] } = readErrorBody(
    typeof details === 'object' && details !== null ? details : {},
  )
  return [...errors, ...issues].map((entry) => entry.message).join('; ') || message
}

async function remove(client: Client, id: string, slug: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.scripts.delete({ params: { id } })
      return
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      // An earlier attempt whose answer was lost.
      if (error.code === 'TOPO_NOT_FOUND') return
      if (isOutcomeUnknown(error) && attempt < MOST_ATTEMPTS) continue
      throw draftLeft(slug, error, 'is')
    }
  }
}

const MOST_ATTEMPTS = 3

function differenceOf(
  { script, findings }: CheckedScript,
  why: string | undefined,
): PlacedFinding | undefined {
  const here = accepts(findings)
  if (here === (why === undefined)) return undefined
  const { path, text, codeStart } = script
  const at = new LineIndex(text).span(codeStart, codeStart)
  const message = here
    ? `The service refuses this script, which topo accepts: ${why}`
    : 'The service accepts this script, which topo refuses'
  const fix = 'Trust the service, and report the difference, for the two should judge alike.'
  return { rule: 'verdict', severity: 'error', message, fix, path, ...at }
}
