/** `update_diagram`: what is to change, guarded by the revision that it was based on. */
import { z } from 'zod'
import { ExitCode, KnownError } from '../../errors.ts'
import { planSync } from '../../project/plan/plan.ts'
import { type RemoteScript, toRemote } from '../../project/remote/remote.ts'
import { contentHash, type ScriptContent } from '../../project/script/content.ts'
import { recognise } from '../../project/state/send-journal.ts'
import { named, toDiagramSummary } from '../diagram.ts'
import { assistantIntents } from '../intents.ts'
import { refuseInvalid } from '../judgement.ts'
import { nameOf, readDiagram } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { writtenDiagram, writtenResult } from '../written.ts'

export const updateDiagram = tool({
  name: 'update_diagram',
  title: 'Change a diagram',
  description:
    'Changes what is given of a diagram, and leaves the rest. Code is validated first. If the diagram was changed by somebody else since you have seen it, nothing is overwritten: the answer is a conflict.',
  input: z.strictObject({
    ...named,
    code: z.string().min(1).optional().describe('The whole new script.'),
    name: z.string().min(1).optional(),
    description: z.string().optional(),
    readme: z.string().optional().describe('Markdown; an empty text removes it.'),
    tags: z.array(z.string()).optional().describe('All of them.'),
    isPublic: z.boolean().optional().describe('Whether everybody may see it. Only when the person says so.'),
    expectedUpdatedAt: z
      .string()
      .optional()
      .describe(
        'The revision (updatedAt) that the change is based on; without it the one that you have seen last.',
      ),
  }),
  output: writtenDiagram,
  writes: true,
  destructive: true,
  idempotent: true,
  async call(given, { connection, signal, seen, judge, project }) {
    const name = nameOf(given)
    const judged = given.code === undefined ? undefined : await judge(given.code)
    refuseInvalid(judged?.findings ?? [])
    return connection.ask('required', signal, async (reach) => {
      const { update } = await import('../../project/sync/apply.ts')
      const { script, remote } = await readDiagram(reach, name)
      const content = changed(remote.content, given, judged?.code)
      const { root } = await project()
      const intents = await assistantIntents(root, reach.address)
      const own = recognise({}, await intents.read(), [remote])[remote.slug]
      const base = own ?? seen.baseFor(remote, given.expectedUpdatedAt)
      const file = { path: remote.slug, slug: remote.slug, content, hash: contentHash(content) }
      const [step] = planSync({ files: [file], records: { [file.path]: base }, remotes: [remote] })
      const findings = judged?.findings ?? []
      if (step?.action === 'adopt' || step?.action === 'unchanged') {
        seen.remember(remote)
        await intents.settle(remote.slug)
        return writtenResult('unchanged', toDiagramSummary(script, reach), findings)
      }
      if (step?.action !== 'update') throw conflict(remote)
      // Nothing is overwritten unseen here, so nothing has to be saved.
      const made = await update(step, { client: reach.client, root, stamp: '', intend: intents.intend })
      await intents.settle(remote.slug)
      seen.remember(toRemote(made))
      return writtenResult('updated', toDiagramSummary(made, reach), findings)
    })
  },
})

type Wanted = Partial<Pick<ScriptContent, 'name' | 'description' | 'tags' | 'isPublic'>> & {
  readme?: string | undefined
}

function changed(content: ScriptContent, wanted: Wanted, code: string | undefined): ScriptContent {
  return {
    ...content,
    name: wanted.name ?? content.name,
    description: wanted.description ?? content.description,
    tags: wanted.tags ?? content.tags,
    isPublic: wanted.isPublic ?? content.isPublic,
    readme: wanted.readme === undefined ? content.readme : wanted.readme || null,
    code: code ?? content.code,
  }
}

const conflict = ({ id, slug, updatedAt }: RemoteScript): KnownError =>
  new KnownError(
    `The diagram "${slug}" was changed since the revision that this is based on; it is at ${updatedAt} now. Nothing was overwritten.`,
    { code: 'TOPO_CONFLICT', exitCode: ExitCode.conflict, details: { id, slug, updatedAt } },
  )
