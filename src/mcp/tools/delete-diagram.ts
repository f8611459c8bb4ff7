/** `delete_diagram`: for good, and only after a person or an exact slug has said so. */
import { z } from 'zod'
import { isOutcomeUnknown } from '../../api/lost-answer.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import { readScript } from '../../project/remote/remote.ts'
import { forAssistant } from '../../text/for-assistant.ts'
import { readDiagram } from '../resolve-script.ts'
import type { Reach } from '../service-pool.ts'
import { tool } from '../tool.ts'

export const deleteDiagram = tool({
  name: 'delete_diagram',
  title: 'Delete a diagram',
  description:
    'Deletes a diagram on the service, for good. The person is asked first where their client can ask; elsewhere ask them yourself, and give the exact slug as confirmSlug once they have agreed.',
  input: z.strictObject({
    id: z.string().min(1).describe('Id or slug of the diagram.'),
    confirmSlug: z
      .string()
      .optional()
      .describe('The exact slug, after the person has agreed. Needed where the client cannot ask them.'),
  }),
  output: z.object({ id: z.string(), slug: z.string(), deleted: z.boolean() }),
  writes: true,
  destructive: true,
  async call({ id: name, confirmSlug }, { connection, signal, seen, confirm }) {
    const { remote } = await connection.ask('required', signal, (reach) => readDiagram(reach, name))
    const { id, slug, content } = remote
    // While a person thinks, nothing of the service is held.
    if (confirm) {
      const question = `Delete the diagram "${short(content.name)}" (${short(slug)}) on the service, for good?`
      if (!(await confirm(question))) {
        return { data: { id, slug, deleted: false }, text: 'The person did not agree: nothing was deleted.' }
      }
    } else if (confirmSlug !== slug) throw unconfirmed(confirmSlug)
    await connection.ask('required', signal, async (reach) => {
      const { remote: now } = await readDiagram(reach, id)
      if (now.updatedAt !== remote.updatedAt) throw changedMeanwhile()
      await remove(reach, id)
    })
    seen.forget(id)
    return { data: { id, slug, deleted: true }, text: 'The diagram is deleted.' }
  },
})

/** Where the answer was lost, what is gone is deleted. */
async function remove({ client }: Reach, id: string): Promise<void> {
  try {
    await client.scripts.delete({ params: { id } })
  } catch (error) {
    if (!isOutcomeUnknown(error) || (await readScript(client, id).catch(() => true))) throw error
  }
}

const longest = 80

/** A name that others chose, in a question to a person. */
function short(text: string): string {
  const line = forAssistant(text).replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const unconfirmed = (given: string | undefined): KnownError =>
  new KnownError(
    given === undefined
      ? 'This client cannot ask the person, and nobody has confirmed. Nothing was deleted.'
      : 'confirmSlug is not the slug of this diagram. Nothing was deleted.',
    {
      code: 'TOPO_NEEDS_CONFIRMATION',
      exitCode: ExitCode.usage,
      hint: 'Ask the person; once they have agreed, call again with the exact slug of the diagram as confirmSlug.',
    },
  )

const changedMeanwhile = (): KnownError =>
  new KnownError('The diagram was changed while it was asked about. Nothing was deleted.', {
    code: 'TOPO_CONFLICT',
    exitCode: ExitCode.conflict,
  })
