/** Assistant: *AI* of *Further endpoints*, inferred. It has one answer and counts for the quota. */
import type { Database } from '../database/database.ts'
import type { MessageRow } from '../database/inferred-rows.ts'
import type { UserRow } from '../database/rows.ts'
import { checkLength } from '../rules/plan-limits.ts'
import { paginateByOffset } from '../rules/serialize.ts'
import { visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { quotaEntry, spendQuota } from './quota.ts'

/** Stored messages of a user. */
const maxMessages = 200
const sessionMs = 600_000

export const ai: Handlers<'ai'> = {
  history: ({ database, query, caller }) =>
    paginateByOffset(database.messages.by('user', caller.id), query, toJson),

  chat: ({ database, body, caller }) => {
    checkLength(body.message, caller, 'message')
    const about =
      body.scriptId === undefined
        ? undefined
        : visibleScript(database.script(body.scriptId), caller)
    spendQuota(database, caller, 'aiChatPerDay')
    addMessage(database, caller, 'user', body.message)
    return { item: toJson(addMessage(database, caller, 'assistant', answerAbout(about?.name))) }
  },

  realtimeSession: ({ database }) => ({
    item: {
      id: database.newId(),
      expiresAt: new Date(database.now() + sessionMs).toISOString(),
    },
  }),

  usage: ({ database, caller }) => ({
    item: {
      ...quotaEntry(database, caller, 'aiChatPerDay'),
      messageCount: database.messages.count('user', caller.id),
    },
  }),
}

const answerAbout = (name: string | undefined) =>
  `${name === undefined ? 'Start' : `To extend "${name}", start`} with the processes that talk to each ` +
  'other, connect them, and call "await topology.apply()".'

function addMessage(
  database: Database,
  { id: userId }: UserRow,
  role: MessageRow['role'],
  content: string,
): MessageRow {
  const past = database.messages.by('user', userId)
  for (const old of past.slice(0, Math.max(0, past.length + 1 - maxMessages)))
    database.messages.delete(old.id)
  return database.messages.put({
    id: database.newId(),
    userId,
    role,
    content,
    createdAt: database.stamp(),
  })
}

const toJson = ({ userId: _, ...row }: MessageRow) => row
