/** `create_diagram`: validates a script and creates a diagram, private by default. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ExitCode, KnownError } from '../../errors.ts'
import { DEFAULT_ENGINE_VERSION, type ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { SLUG, slugify } from '../../project/script/metadata.ts'
import { planSync } from '../../sync/plan/plan.ts'
import { readScript, toRemote } from '../../sync/remote/read-remote.ts'
import { recognise } from '../../sync/state/send-journal.ts'
import { refuseInvalid } from '../check-script.ts'
import { toDiagramSummary } from '../diagram.ts'
import { assistantIntents } from '../send-journal.ts'
import { tool } from '../tool.ts'
import { writeOutput, writeResult } from '../write-result.ts'

const input = z.strictObject({
  description: z.optional(z.string()).check(z.describe('Subject of the diagram, in one sentence.')),
  code: z
    .string()
    .check(z.minLength(1), z.describe('The script; get_script_template explains how to write it.')),
  name: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe('Name of the diagram; default: from the description.')),
  slug: z
    .optional(z.string().check(z.regex(SLUG, 'lower-case letters, digits and hyphens')))
    .check(z.describe('Name in the URL; default: from the name.')),
  readme: z.optional(z.string()).check(z.describe('Markdown, 150 to 400 words.')),
  tags: z.optional(z.array(z.string())),
  isPublic: z
    ._default(z.boolean(), false)
    .check(z.describe('Make the diagram visible to everybody. Only if the person asks for it.')),
})

export const createDiagram = tool({
  name: 'create_diagram',
  title: 'Create a diagram',
  description:
    'Validates a script and creates a private diagram from it. Never overwrites an existing diagram with the same slug. Repeating the call creates nothing more.',
  input,
  output: writeOutput,
  writes: true,
  idempotent: true,
  async call(given, { connection, signal, revisions, check, project }) {
    const { code, header, findings } = await check(given.code)
    refuseInvalid(findings)
    const content = contentFrom(given, code, header)
    return connection.run('required', signal, async (reach) => {
      const { createScript } = await import('../../sync/send/send-script.ts')
      const { updateScript } = await import('../../sync/send/update-script.ts')
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
        return writeResult('unchanged', toDiagramSummary(there, reach), findings)
      }
      const options = {
        client,
        root,
        stamp: '',
        intend: intents.intend,
        withdraw: () => intents.settle(content.slug),
      }
      if (step?.action !== 'create' && step?.action !== 'update') throw slugTaken(content.slug)
      // An update means: an earlier call created the diagram, but its result was lost.
      const { script: saved } = await (step.action === 'create'
        ? createScript(content, options)
        : updateScript(step, options))
      await intents.settle(content.slug)
      if (saved.code !== undefined) revisions.remember(toRemote(saved))
      return writeResult('created', toDiagramSummary(saved, reach), findings)
    })
  },
})

function contentFrom(
  given: z.output<typeof input>,
  code: string,
  header: { name?: string; description?: string; slug?: string; tags?: string[] },
): ScriptContent {
  const description = given.description ?? header.description ?? ''
  const name = given.name ?? header.name ?? (titleOf(description) || `Diagram ${shortHash(code)}`)
  return {
    slug: given.slug ?? header.slug ?? slugOf(name),
    name,
    description,
    type: 'topology',
    code,
    tags: given.tags ?? header.tags ?? [],
    isPublic: given.isPublic,
    readme: given.readme || null,
    engineVersion: DEFAULT_ENGINE_VERSION,
  }
}

const longest = 60

/** The first sentence, cut at a word boundary if too long; empty without one. */
function titleOf(description: string): string {
  const [first = ''] = description.trim().split(/[.:;\n]/, 1)
  const title = first.trim()
  return title.length <= longest ? title : title.slice(0, longest).replace(/\s+\S*$/, '')
}

/** Falls back to a hash for a name without Latin letters. */
const slugOf = (name: string): string =>
  slugify(name).slice(0, longest).replace(/-+$/, '') || `diagram-${shortHash(name)}`

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8)

const slugTaken = (slug: string): KnownError =>
  new KnownError(`Another diagram already has the slug "${slug}". Nothing was overwritten.`, {
    code: 'TOPO_SLUG_TAKEN',
    exitCode: ExitCode.conflict,
  })
