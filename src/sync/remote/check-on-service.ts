/**
 * Implements `validate --remote`: compares the verdict of the service with the local one. The service only validates on
 * create, so each accepted script is a private draft for a moment. A refused script creates nothing and costs no quota.
 */
import { randomUUID } from 'node:crypto'
import { isOutcomeUnknown } from '../../api/answers/lost-answer.ts'
import { readErrorBody } from '../../api/answers/parse-error-body.ts'
import type { Client } from '../../api/client/client.ts'
import { KnownError } from '../../errors.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { START } from '../../topology/index.ts'
import { accepts } from '../../validator/index.ts'
import { findDraftId, removeDraft } from './draft.ts'

export interface RemoteOptions {
  client: Client
  /** Called before each script; true stops the run, with all drafts deleted. */
  stopped: () => boolean
  /** Called after each script. */
  onChecked: () => void
}

/** True if the service can validate it: a script that cannot be read or bundled would not be sent. */
export const canCheckRemotely = ({ script }: CheckedScript): boolean =>
  script.problems.length === 0 && script.content.type === 'topology'

/**
 * Adds a finding to each script where the service's verdict differs. Runs one by one, so
 * that there is never more than one draft to clean up.
 *
 * @throws KnownError the error that stopped the run, e.g. a quota; `TOPO_DRAFT_LEFT` if a draft could not be deleted.
 */
export async function compareWithService(
  checked: readonly CheckedScript[],
  { client, stopped, onChecked }: RemoteOptions,
): Promise<CheckedScript[]> {
  const result: CheckedScript[] = []
  for (const one of checked) {
    if (stopped()) break
    if (canCheckRemotely(one)) {
      const difference = differenceOf(one, await refusalReason(one.script, client))
      result.push(difference ? { ...one, findings: [difference, ...one.findings] } : one)
      onChecked()
    } else result.push(one)
  }
  return result
}

/** @returns why the service refuses the script, or undefined if it accepts */
async function refusalReason(
  { content }: LocalScript,
  client: Client,
): Promise<string | undefined> {
  // Not the script's own slug: the script itself may have it, and a draft must not be mistaken for it.
  const slug = `topo-check-${randomUUID()}`
  const body = {
    slug,
    name: 'topo validate --remote: may be deleted',
    description: '',
    tags: [],
    isPublic: false,
    type: content.type,
    code: content.code,
    engineVersion: content.engineVersion,
  }
  let id: string | undefined
  try {
    id = (await client.scripts.create({ body })).item.id ?? (await findDraftId(slug, client))
    return undefined
  } catch (error) {
    // The draft may exist although the response was lost.
    if (isOutcomeUnknown(error)) id = await findDraftId(slug, client)
    if (error instanceof KnownError && REFUSAL_CODES.has(error.code)) return messagesOf(error)
    if (id === undefined) throw error
    return undefined
  } finally {
    if (id !== undefined) await removeDraft(client, id, slug)
  }
}

const REFUSAL_CODES = new Set(['TOPO_REJECTED', 'TOPO_TOO_LARGE'])

function messagesOf({ message, details }: KnownError): string {
  const { errors, issues } = readErrorBody(details)
  return [...errors, ...issues].map((entry) => entry.message).join('; ') || message
}

function differenceOf(
  { script, findings }: CheckedScript,
  why: string | undefined,
): PlacedFinding | undefined {
  const acceptedLocally = accepts(findings)
  if (acceptedLocally === (why === undefined)) return undefined
  const message = acceptedLocally
    ? `topo accepts this script, but the service refuses it: ${why}`
    : 'topo refuses this script, but the service accepts it'
  const fix = 'Trust the service. Please report the difference as a bug of topo.'
  return { rule: 'verdict', severity: 'error', message, fix, ...script.locate(START) }
}
