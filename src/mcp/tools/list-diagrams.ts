/** `list_diagrams`: lists the diagrams of the account, or the scripts of the project. */
import * as z from 'zod/mini'
import { ownScripts } from '../../sync/remote/read-remote.ts'
import { anyDiagramSummary, diagramLine, toDiagramSummary, toLocalSummary } from '../diagram.ts'
import { type Session, tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const listDiagrams = tool({
  name: 'list_diagrams',
  title: 'List your diagrams',
  description:
    'Lists the diagrams of this account, without their code; get_diagram returns the code. With local, lists the scripts of this project instead; this needs no key.',
  input: z.strictObject({
    limit: z
      ._default(z.int().check(z.minimum(1), z.maximum(1000)), 10)
      .check(z.describe('Maximum number of diagrams.')),
    local: z._default(z.boolean(), false),
  }),
  output: z.object({
    notice: z.string(),
    items: z.array(anyDiagramSummary),
    totalCount: z.int(),
  }),
  idempotent: true,
  call({ limit, local }, { connection, signal, project }) {
    return local
      ? listLocal(limit, project)
      : connection.run('required', signal, async (reach) => {
          const { items: found, totalCount } = await ownScripts(reach.client, limit)
          const items = found.map((script) => toDiagramSummary(script, reach))
          const summary = `${items.length} of ${totalCount} ${totalCount === 1 ? 'diagram' : 'diagrams'}.`
          const text =
            items.length === 0 ? 'No diagrams yet.' : asData(items.map(diagramLine).join('\n'))
          return { data: { notice, items, totalCount }, text: `${summary}\n${text}` }
        })
  },
})

async function listLocal(limit: number, project: Session['project']) {
  const { loadProject } = await import('../../project/select/selection.ts')
  const scripts = await loadProject(await project(), { paths: [], allowEmpty: true })
  const items = scripts.slice(0, limit).map(toLocalSummary)
  const lines = items.map(({ path, name, description }) =>
    `- ${path} "${name}"${description && `: ${description}`}`.replace(/\s+/g, ' '),
  )
  const text = items.length === 0 ? 'No scripts yet.' : asData(lines.join('\n'), 'project')
  const data = { notice, items, totalCount: scripts.length }
  return { data, text: `${items.length} of ${scripts.length} local scripts.\n${text}` }
}
