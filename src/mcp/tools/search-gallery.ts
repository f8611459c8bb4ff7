/** `search_gallery`: what others have published. */
import { z } from 'zod'
import { searchGallery as search } from '../../api/calls/gallery.ts'
import { diagramSummary, lineOf, toDiagramSummary } from '../diagram.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const searchGalleryTool = tool({
  name: 'search_gallery',
  title: 'Search the public gallery',
  description: 'Public diagrams of everybody, e.g. as examples; get_diagram gives their code. Needs no key.',
  input: z.strictObject({
    query: z.string().optional().describe('Words to look for; all of the gallery without.'),
    category: z.string().optional(),
    tag: z.string().optional(),
    limit: z.int().min(1).max(100).default(10).describe('How many at most.'),
  }),
  output: z.object({ notice: z.string(), items: z.array(diagramSummary), totalCount: z.int() }),
  idempotent: true,
  call({ limit, ...wanted }, { connection, signal }) {
    return connection.ask('optional', signal, async (reach) => {
      const { items: found, totalCount } = await search(reach.client, wanted, limit)
      // What stands in the gallery is public, whether each entry says so or not.
      const items = found.map((script) => toDiagramSummary({ ...script, isPublic: true }, reach))
      const text = items.length === 0 ? 'Nothing was found.' : asData(items.map(lineOf).join('\n'))
      return { data: { notice, items, totalCount }, text: `${items.length} of ${totalCount} found.\n${text}` }
    })
  },
})
