/** `get_diagram`: reads one diagram with its code, readme and revision. */
import * as z from 'zod/mini'
import { diagramArguments, diagramSummary, revisionLine, toDiagramSummary } from '../diagram.ts'
import { nameOf, readDiagram } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

export const getDiagram = tool({
  name: 'get_diagram',
  title: 'Read a diagram',
  description:
    'Reads a diagram of this account or a public one, with its code, readme and revision (updatedAt, if the service tells one). Read a diagram before you change it.',
  input: z.strictObject(diagramArguments),
  output: z.extend(diagramSummary, {
    notice: z.string(),
    code: z.string(),
    readme: z.nullable(z.string()),
  }),
  idempotent: true,
  call(given, { connection, signal, revisions }) {
    const name = nameOf(given)
    return connection.run('optional', signal, async (reach) => {
      const { script, remote } = await readDiagram(reach, name)
      revisions.remember(remote)
      const { code, readme } = remote.content
      const data = { ...toDiagramSummary(script, reach), notice, code, readme }
      const facts = [
        `id: ${data.id}`,
        `slug: ${data.slug}`,
        `name: ${data.name}`,
        `description: ${data.description}`,
        `tags: ${data.tags.join(', ')}`,
        `shown: ${data.isPublic ? 'to everybody' : 'to its owner only'}${data.url === null ? '' : `, ${data.url}`}`,
        ...revisionLine(data),
      ]
      const readmeText = readme === null ? '' : `\n\nreadme:\n${readme}`
      return { data, text: asData(`${facts.join('\n')}${readmeText}\n\ncode:\n${code}`) }
    })
  },
})
