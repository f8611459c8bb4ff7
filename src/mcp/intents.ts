/** What an assistant is about to change is written down first, so the next server knows it again after a kill. */
import { access, constants } from 'node:fs/promises'
import { KnownError } from '../errors.ts'
import { type Intend, type Intent, Intents, sweepIntents } from '../project/state/send-journal.ts'

export interface AssistantIntents {
  readonly intend: Intend
  /** What an assistant was about to send, and was never told that it has arrived. */
  read(): Promise<Intent[]>
  /** The assistant is told what became of it. */
  settle(slug: string): Promise<void>
}

/** Servers are often started in a folder where nothing may be written: there the diagrams are sent all the same. */
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
    intend: (sending) => attempt(() => intents.add({ from: sending.slug, base: null, ...sending })),
    read: () => intents.read(),
    settle: (slug) =>
      attempt(async () => {
        await intents.settle(slug)
        await sweepIntents(root)
      }),
  }
}
