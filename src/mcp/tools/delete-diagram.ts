/** `delete_diagram`: deletes permanently, after a confirmation by the person or by the exact slug. */
import * as z from 'zod/mini'
import { ExitCode, KnownError } from '../../errors.ts'
import { isSameVersion } from '../../sync/remote/guard.ts'
import { deleteScript } from '../../sync/send/send-script.ts'
import { forAssistant } from '../../text/safe/for-assistant.ts'
import { diagramArgument, readDiagram, withDiagram } from '../named-diagram.ts'
import { tool } from '../tool.ts'

export const deleteDiagram = tool({
  name: 'delete_diagram',
  title: 'Delete a diagram',
  description:
    'Permanently deletes a diagram on the service. If the client can ask the person, it asks first. Otherwise ask the person yourself, and give the exact slug as confirmSlug after they agree.',
  input: z.strictObject({
    diagram: diagramArgument,
    confirmSlug: z
      .optional(z.string())
      .check(
        z.describe(
          'The exact slug, after the person has agreed. Required if the client cannot ask them.',
        ),
      ),
  }),
  output: z.object({
    id: z.string(),
    slug: z.string(),
    deleted: z.boolean(),
  }),
  writes: true,
  destructive: true,
  async call({ diagram, confirmSlug }, session) {
    const { connection, signal, revisions, confirm } = session
    const { remote } = await withDiagram(diagram, session, 'required', readDiagram)
    const { id, slug, content } = remote
    // The connection is released while the person decides.
    if (confirm) {
      const question = `Permanently delete the diagram "${shorten(content.name)}" (${shorten(slug)}) on the service?`
      if (!(await confirm(question))) {
        return {
          data: { id, slug, deleted: false },
          text: 'The person did not agree: nothing was deleted.',
        }
      }
    } else if (confirmSlug !== slug) throw notConfirmed(confirmSlug)
    await connection.run('required', signal, async (reach) => {
      const { remote: now } = await readDiagram(reach, id)
      if (!isSameVersion(remote, now)) throw changedMeanwhile()
      await deleteScript(reach.client, now)
    })
    revisions.forget(id)
    return { data: { id, slug, deleted: true }, text: 'Deleted the diagram.' }
  },
})

const longest = 80

/** Cleans and shortens a name that others chose, for a question to the person. */
function shorten(text: string): string {
  const line = forAssistant(text).replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const notConfirmed = (given: string | undefined): KnownError =>
  new KnownError(
    given === undefined
      ? 'This client cannot ask the person, and confirmSlug is missing. Nothing was deleted.'
      : 'confirmSlug is not the slug of this diagram. Nothing was deleted.',
    {
      code: 'TOPO_NEEDS_CONFIRMATION',
      exitCode: ExitCode.usage,
      hint: 'Ask the person; after they agree, call again with the exact slug of the diagram as confirmSlug.',
    },
  )

const changedMeanwhile = (): KnownError =>
  new KnownError(
    'The diagram was changed before the deletion was confirmed. Nothing was deleted.',
    {
      code: 'TOPO_CONFLICT',
      exitCode: ExitCode.conflict,
    },
  )
