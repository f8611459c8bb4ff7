/** Journals what an assistant is about to send, so that the next server recognises it after a kill. */
import { access, constants } from 'node:fs/promises'
import { KnownError } from '../errors.ts'
import { type Intend, type Intent, Intents, sweepIntents } from '../sync/state/send-journal.ts'

export interface AssistantIntents {
  readonly intend: Intend
  /** Journal entries whose result never reached the assistant. */
  read(): Promise<Intent[]>
  /** Removes the entry: the assistant now gets the result. */
  settle(slug: string): Promise<void>
}

/** Servers often start in a read-only folder: there, diagrams are sent without a journal. */
export async function assistantIntents(root: string, address: string): Promise<AssistantIntents> {
  const isWritable = await access(root, constants.W_OK).then(
    () => true,
    () => false,
  )
  const intents = new Intents(root, address, 'assistant')
  const attempt = async (write: () => Promise<void>): Promise<void> => {
    try {
      if (isWritable) await write()
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
    }
  }
  return {
    intend: (sending) =>
      attempt(() =>
        intents.add({
          from: sending.slug,
          base: null,
          ...sending,
        }),
      ),
    read: () => intents.read(),
    settle: (slug) =>
      attempt(async () => {
        await intents.settle(slug)
        await sweepIntents(root)
      }),
  }
}
