/** `create_diagram`: a new one, validated first, and private unless it is asked for otherwise. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ExitCode, KnownError } from '../../errors.ts'
import { planSync } from '../../project/plan/plan.ts'
import { readScript, toRemote } from '../../project/remote/remote.ts'
import { contentHash, type ScriptContent } from '../../project/script/content.ts'
import { SLUG, slugify } from '../../project/script/metadata.ts'
import { recognise } from '../../project/state/send-journal.ts'
import { toDiagramSummary } from '../diagram.ts'
import { assistantIntents } from '../intents.ts'
import { refuseInvalid } from '../judgement.ts'
import { tool } from '../tool.ts'
import { writtenDiagram, writtenResult } from '../written.ts'

const input = z.strictObject({
  description: z.string().min(1).describe('What the diagram shows, in one sentence.'),
  code: z.string().min(1).describe('The script; get_script_template says how it is written.'),
  name: z.string().min(1).optional().describe('What people call it; made from the description otherwise.'),
  slug: z
    .string()
    .regex(SLUG, 'lower-case letters, digits and hyphens')
    .optional()
    .describe('Its name in addresses; made from the name otherwise.'),
  readme: z.string().optional().describe('Markdown, 150 to 400 words.'),
  tags: z.array(z.string()).optional(),
  isPublic: z
    .boolean()
    .default(false)
    .describe('Whether everybody may see it. Only when the person says so.'),
})

export const createDiagram = tool({
  name: 'create_diagram',
  title: 'Create a diagram',
  description:
    'Validates a script and, if it is good, makes a new diagram of it, which is private. Where there is a diagram of the same slug nothing is overwritten. The same call again creates nothing more.',
  input,
  output: writtenDiagram,
  writes: true,
  idempotent: true,
  async call(given, { connection, signal, seen, judge, project }) {
    const { code, header, findings } = await judge(given.code)
    refuseInvalid(findings)
    const content = contentFrom(given, code, header)
    return connection.ask('required', signal, async (reach) => {
      const { create, update } = await import('../../project/sync/apply.ts')
      const { client, address } = reach
      const { root } = await project()
      const intents = await assistantIntents(root, address)
      const there = await readScript(client, content.slug)
      const file = { path: content.slug, slug: content.slug, content, hash: contentHash(content) }
      const remotes = there ? [toRemote(there)] : []
      const records = recognise({}, await intents.read(), remotes)
      const [step] = planSync({ files: [file], records, remotes })
      if (there && (step?.action === 'adopt' || step?.action === 'unchanged')) {
        await intents.settle(content.slug)
        return writtenResult('unchanged', toDiagramSummary(there, reach), findings)
      }
      const options = { client, root, stamp: '', intend: intents.intend }
      if (step?.action !== 'create' && step?.action !== 'update') throw taken(content.slug)
      // It is there only if an earlier call has created it, which nobody was told of.
      const made = await (step.action === 'create' ? create(step, options) : update(step, options))
      await intents.settle(content.slug)
      seen.remember(toRemote(made))
      return writtenResult('created', toDiagramSummary(made, reach), findings)
    })
  },
})

function contentFrom(
  given: z.output<typeof input>,
  code: string,
  header: { name?: string; slug?: string; tags?: string[] },
): ScriptContent {
  const name = given.name ?? header.name ?? titleOf(given.description)
  return {
    slug: given.slug ?? header.slug ?? slugOf(name),
    name,
    description: given.description,
    type: 'topology',
    code,
    tags: given.tags ?? header.tags ?? [],
    isPublic: given.isPublic,
    readme: given.readme || null,
    engineVersion: '1.0',
  }
}

const longest = 60

/** The first sentence, up to the word that would make it too long. */
function titleOf(description: string): string {
  const [first = ''] = description.trim().split(/[.:;\n]/, 1)
  const title = first.trim() || 'Diagram'
  return title.length <= longest ? title : title.slice(0, longest).replace(/\s+\S*$/, '')
}

/** A name without a Latin letter still gives the same slug each time. */
const slugOf = (name: string): string =>
  slugify(name).slice(0, longest).replace(/-+$/, '') ||
  `diagram-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`

const taken = (slug: string): KnownError =>
  new KnownError(`There is a diagram "${slug}" already, and it is another one. Nothing was overwritten.`, {
    code: 'TOPO_SLUG_TAKEN',
    exitCode: ExitCode.conflict,
  })
