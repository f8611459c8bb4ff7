/** `list_diagrams`: lists the diagrams of the account. */
import { z } from 'zod'
import { ownScripts } from '../../project/remote/read-remote.ts'
import { diagramLine, diagramSummary, toDiagramSummary } from '../diagram.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const listDiagrams = tool({
  name: 'list_diagrams',
  title: 'List your diagrams',
  description: 'Lists the diagrams of this account, without their code. get_diagram returns the code.',
  input: z.strictObject({
    limit: z.int().min(1).max(1000).default(10).describe('Maximum number of diagrams.'),
  }),
  output: z.object({ notice: z.string(), items: z.array(diagramSummary), totalCount: z.int() }),
  idempotent: true,
  call({ limit }, { connection, signal }) {
    return connection.run('required', signal, async (reach) => {
      const { items: found, totalCount } = await ownScripts(reach.client, limit)
      const items = found.map((script) => toDiagramSummary(script, reach))
      const summary = `${items.length} of ${totalCount} ${totalCount === 1 ? 'diagram' : 'diagrams'}.`
      const text = items.length === 0 ? 'No diagrams yet.' : asData(items.map(diagramLine).join('\n'))
      return { data: { notice, items, totalCount }, text: `${summary}\n${text}` }
    })
  },
})
