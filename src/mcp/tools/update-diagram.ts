/** `update_diagram`: changes fields of a diagram, guarded by the revision they were based on. */
import * as z from 'zod/mini'
import { ExitCode, KnownError } from '../../errors.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import { contentHash } from '../../project/script/content-hash.ts'
import { planSync } from '../../sync/plan/plan.ts'
import { type RemoteScript, toRemote } from '../../sync/remote/read-remote.ts'
import { recognise } from '../../sync/state/send-journal.ts'
import { refuseInvalid } from '../check-script.ts'
import { toDiagramSummary } from '../diagram.ts'
import { diagramArgument, readDiagram, withDiagram } from '../named-diagram.ts'
import { assistantIntents } from '../send-journal.ts'
import { tool } from '../tool.ts'
import { writeOutput, writeResult } from '../write-result.ts'

export const updateDiagram = tool({
  name: 'update_diagram',
  title: 'Change a diagram',
  description:
    'Changes the given fields of a diagram and keeps the others. Validates code first. If somebody else changed the diagram since you last read it, nothing is overwritten: the result is a conflict.',
  input: z.strictObject({
    diagram: diagramArgument,
    code: z.optional(z.string().check(z.minLength(1))).check(z.describe('The whole new script.')),
    name: z.optional(z.string().check(z.minLength(1))),
    description: z.optional(z.string()),
    readme: z.optional(z.string()).check(z.describe('Markdown; an empty text removes it.')),
    tags: z.optional(z.array(z.string())).check(z.describe('Replaces all tags.')),
    isPublic: z
      .optional(z.boolean())
      .check(z.describe('Make the diagram visible to everybody. Only if the person asks for it.')),
    expectedUpdatedAt: z
      .optional(z.string())
      .check(
        z.describe(
          'The revision (updatedAt) that the change is based on; default: the version that you read last.',
        ),
      ),
  }),
  output: writeOutput,
  writes: true,
  destructive: true,
  idempotent: true,
  async call(given, session) {
    const { revisions, check, project } = session
    const checked = given.code === undefined ? undefined : await check(given.code)
    refuseInvalid(checked?.findings ?? [])
    return withDiagram(given.diagram, session, 'required', async (reach, name) => {
      const { updateScript } = await import('../../sync/send/update-script.ts')
      const { script, remote } = await readDiagram(reach, name)
      const content = applyChange(remote.content, given, checked?.code)
      const { root } = await project()
      const intents = await assistantIntents(root, reach.address)
      const own = recognise({}, await intents.read(), [remote])[remote.slug]
      const base = own ?? revisions.baseFor(remote, given.expectedUpdatedAt)
      const file = { path: remote.slug, slug: remote.slug, content, hash: contentHash(content) }
      const [step] = planSync({
        files: [file],
        records: { [file.path]: base },
        remotes: [remote],
      })
      const findings = checked?.findings ?? []
      if (step?.action === 'adopt' || step?.action === 'unchanged') {
        revisions.remember(remote)
        await intents.settle(remote.slug)
        return writeResult('unchanged', toDiagramSummary(script, reach), findings)
      }
      if (step?.action !== 'update') throw conflict(remote)
      // The assistant has seen what is overwritten, so no backup is needed.
      const options = {
        client: reach.client,
        root,
        stamp: '',
        intend: intents.intend,
        withdraw: () => intents.settle(remote.slug),
      }
      const { script: saved } = await updateScript(step, options)
      await intents.settle(remote.slug)
      if (saved.code !== undefined) revisions.remember(toRemote(saved))
      return writeResult('updated', toDiagramSummary(saved, reach), findings)
    })
  },
})

type FieldChanges = Partial<Pick<ScriptContent, 'name' | 'description' | 'tags' | 'isPublic'>> & {
  readme?: string | undefined
}

function applyChange(
  content: ScriptContent,
  wanted: FieldChanges,
  code: string | undefined,
): ScriptContent {
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
    `The diagram "${slug}" was changed since the version that your change is based on. ${updatedAt === '' ? '' : `It is now at ${updatedAt}. `}Nothing was overwritten.`,
    {
      code: 'TOPO_CONFLICT',
      exitCode: ExitCode.conflict,
      details: { id, slug, updatedAt: updatedAt || null },
    },
  )
