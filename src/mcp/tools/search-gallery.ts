/** `search_gallery`: searches public diagrams. */
import * as z from 'zod/mini'
import { searchGallery as search } from '../../api/calls/discovery.ts'
import { diagramLine, diagramSummary, toDiagramSummary } from '../diagram.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const searchGalleryTool = tool({
  name: 'search_gallery',
  title: 'Search the public gallery',
  description:
    'Searches the public diagrams of all users, e.g. for examples. get_diagram returns their code. Needs no key.',
  input: z.strictObject({
    query: z.optional(z.string()).check(z.describe('Words to search for; default: all diagrams.')),
    category: z.optional(z.string()),
    tag: z.optional(z.string()),
    limit: z
      ._default(z.int().check(z.minimum(1), z.maximum(100)), 10)
      .check(z.describe('Maximum number of diagrams.')),
  }),
  output: z.object({
    notice: z.string(),
    items: z.array(diagramSummary),
    totalCount: z.int(),
  }),
  idempotent: true,
  call({ limit, ...wanted }, { connection, signal }) {
    return connection.run('optional', signal, async (reach) => {
      const { items: found, totalCount } = await search(reach.client, wanted, limit)
      // The gallery contains only public scripts, but not every entry has `isPublic`.
      const items = found.map((script) => toDiagramSummary({ ...script, isPublic: true }, reach))
      const text =
        items.length === 0 ? 'Nothing was found.' : asData(items.map(diagramLine).join('\n'))
      return {
        data: { notice, items, totalCount },
        text: `${items.length} of ${totalCount} found.\n${text}`,
      }
    })
  },
})
