/** `get_diagram`: reads one diagram with its code, readme and revision. */
import * as z from 'zod/mini'
import { anyDiagramSummary, revisionLine, toDiagramSummary, toLocalSummary } from '../diagram.ts'
import { diagramArgument, isLocal, loadLocal, readDiagram, withDiagram } from '../named-diagram.ts'
import { type Session, tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

const output = z.extend(anyDiagramSummary, {
  notice: z.string(),
  code: z.string(),
  readme: z.nullable(z.string()),
})

export const getDiagram = tool({
  name: 'get_diagram',
  title: 'Read a diagram',
  description:
    'Reads a diagram of this account, a public one or a local script, with its code, readme and revision (updatedAt, if the service tells one). Read a diagram before you change it.',
  input: z.strictObject({ diagram: diagramArgument }),
  output,
  idempotent: true,
  async call({ diagram }, session) {
    if (isLocal(diagram)) return readLocal(diagram, session)
    return withDiagram(diagram, session, 'optional', async (reach, name) => {
      const { script, remote } = await readDiagram(reach, name)
      session.revisions.remember(remote)
      const { code, readme } = remote.content
      const data = { ...toDiagramSummary(script, reach), notice, code, readme }
      const facts = [
        `id: ${data.id}`,
        ...factsOf(data),
        `shown: ${data.isPublic ? 'to everybody' : 'to its owner only'}${data.url === null ? '' : `, ${data.url}`}`,
        ...revisionLine(data),
      ]
      return { data, text: asData(textOf(facts, data)) }
    })
  },
})

async function readLocal(path: string, { project }: Pick<Session, 'project'>) {
  const script = await loadLocal(path, await project())
  const { readme } = script.content
  const data = { ...toLocalSummary(script), notice, code: script.text, readme }
  const text = textOf([`path: ${script.path}`, ...factsOf(data)], data)
  return { data, text: asData(text, 'project') }
}

type Facts = Pick<z.output<typeof output>, 'slug' | 'name' | 'description' | 'tags'>

const factsOf = ({ slug, name, description, tags }: Facts): string[] => [
  `slug: ${slug}`,
  `name: ${name}`,
  `description: ${description}`,
  `tags: ${tags.join(', ')}`,
]

function textOf(
  facts: readonly string[],
  { code, readme }: Pick<z.output<typeof output>, 'code' | 'readme'>,
): string {
  const readmeText = readme === null ? '' : `\n\nreadme:\n${readme}`
  return `${facts.join('\n')}${readmeText}\n\ncode:\n${code}`
}
