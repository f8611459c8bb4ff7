/** Assistant: *AI* of *Further endpoints*, inferred. It has one answer and counts for the quota. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { MessageRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { checkLength } from '../rules/plan-limits.ts'
import { quotaEntries, spendQuota } from '../rules/quotas.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import { visibleScript } from '../rules/visibility.ts'

/** Stored messages of a user. */
const maxMessages = 200
const sessionMs = 600_000

export const ai: Handlers<Contract['ai']> = {
  history: ({ world, query, caller }) =>
    paginateByOffset(world.messages.by('user', caller.id), query, toJson),

  chat: ({ world, body, caller }) =>
    world.transaction(() => {
      checkLength(body.message, caller, 'message')
      const about = body.scriptId === undefined ? undefined : visibleScript(world, body.scriptId, caller)
      spendQuota(world, caller, 'aiChatPerDay')
      addMessage(world, caller, 'user', body.message)
      return { item: toJson(addMessage(world, caller, 'assistant', answerAbout(about?.name))) }
    }),

  realtimeSession: ({ world }) =>
    world.transaction(() => ({
      item: { id: world.newId(), expiresAt: new Date(world.now() + sessionMs).toISOString() },
    })),

  usage: ({ world, caller }) => {
    const entry = quotaEntries(world, caller).find(({ key }) => key === 'aiChatPerDay')
    if (!entry) throw new Error('the quota aiChatPerDay is missing')
    return { item: { ...entry, messageCount: world.messages.count('user', caller.id) } }
  },
}

const answerAbout = (name: string | undefined) =>
  `${name === undefined ? 'Start' : `To extend "${name}", start`} with the processes that talk to each ` +
  'other, connect them, and call "await topology.apply()".'

function addMessage(
  world: Database,
  { id: userId }: UserRow,
  role: MessageRow['role'],
  content: string,
): MessageRow {
  const past = world.messages.by('user', userId)
  for (const old of past.slice(0, Math.max(0, past.length + 1 - maxMessages))) world.messages.delete(old.id)
  return world.messages.put({ id: world.newId(), userId, role, content, createdAt: world.stamp() })
}

const toJson = ({ userId: _, ...row }: MessageRow) => row
