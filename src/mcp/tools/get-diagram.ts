/** `get_diagram`: one diagram with its code, readme and revision. */
import { z } from 'zod'
import { diagramSummary, named, toDiagramSummary } from '../diagram.ts'
import { nameOf, readDiagram } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const getDiagram = tool({
  name: 'get_diagram',
  title: 'Read a diagram',
  description:
    'A diagram with its code, its readme and its revision (updatedAt), yours or a public one. Read a diagram before you change it.',
  input: z.strictObject(named),
  output: diagramSummary.extend({ notice: z.string(), code: z.string(), readme: z.string().nullable() }),
  idempotent: true,
  call(given, { connection, signal, seen }) {
    const name = nameOf(given)
    return connection.ask('optional', signal, async (reach) => {
      const { script, remote } = await readDiagram(reach, name)
      seen.remember(remote)
      const { code, readme } = remote.content
      const data = { ...toDiagramSummary(script, reach), notice, code, readme }
      const facts = [
        `id: ${data.id}`,
        `slug: ${data.slug}`,
        `name: ${data.name}`,
        `description: ${data.description}`,
        `tags: ${data.tags.join(', ')}`,
        `shown: ${data.isPublic ? 'to everybody' : 'to its owner only'}${data.url === null ? '' : `, ${data.url}`}`,
        `updatedAt: ${data.updatedAt}`,
      ]
      const readmeText = readme === null ? '' : `\n\nreadme:\n${readme}`
      return { data, text: asData(`${facts.join('\n')}${readmeText}\n\ncode:\n${code}`) }
    })
  },
})
