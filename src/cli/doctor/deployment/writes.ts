/** `--write`: creates, updates and deletes one private draft, as a push would. */
import { randomUUID } from 'node:crypto'
import { isOutcomeUnknown } from '../../../api/answers/lost-answer.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import { changedFields, type ScriptContent } from '../../../project/script/content.ts'
import { findDraftId, removeDraft } from '../../../sync/remote/draft.ts'
import { refusesGuard } from '../../../sync/remote/guard.ts'
import { contentOf, toRemote } from '../../../sync/remote/read-remote.ts'
import { createScript } from '../../../sync/send/send-script.ts'
import { updateScript } from '../../../sync/send/update-script.ts'
import { type Observation, ok, warning } from '../check.ts'
import type { DeploymentCheck } from './check.ts'

/** The code has only calls of the service's document; spaces and tags show whether the service tidies. */
const draft = (slug: string): ScriptContent => ({
  slug,
  name: 'topo doctor: may be deleted',
  description: 'draft ',
  type: 'topology',
  code: `const topology = new TopologyBuilder(true)
topology.createGroup('shop', { label: 'Shop' }, { x: 0, y: 0 }).addProcess({ id: 'web', label: 'Web', state: 'running' })
await topology.apply()

`,
  tags: ['Zoo', 'apple'],
  isPublic: false,
  readme: '# Draft\n\n',
  engineVersion: '1.0',
})

export const writesCheck: DeploymentCheck = async ({ client, stopped }) => {
  const content = draft(`topo-doctor-${randomUUID()}`)
  const options = { client, root: '', stamp: '', intend: async () => {} }
  let id: string | undefined
  try {
    const { script } = await createScript(content, options)
    id = script.id
    const tidied = script.code === undefined ? [] : changedFields(content, contentOf(script))
    const write = { tidied, guard: null as Guarding | null }
    if (!stopped()) {
      const file = { content: { ...content, description: 'Updated' } }
      await updateScript({ id, changed: ['description'], file, remote: toRemote(script) }, options)
      const outdated = refusesGuard(client) ? undefined : script.updatedAt
      write.guard = outdated === undefined ? 'content' : await guardedBy(outdated)
    }
    const observations = [storedFact(tidied), ...(write.guard ? [guardFacts[write.guard]] : [])]
    return { observations, data: { write } }
  } catch (error) {
    if (id === undefined && isOutcomeUnknown(error)) id = await findDraftId(content.slug, client)
    throw error
  } finally {
    if (id !== undefined) await removeDraft(client, id, content.slug)
  }

  /** An update with an outdated revision must be a conflict. */
  async function guardedBy(expectedUpdatedAt: string): Promise<Guarding> {
    const body = { description: 'Outdated', expectedUpdatedAt }
    try {
      await client.scripts.update({ params: { id: id as string }, body })
      return 'nothing'
    } catch (error) {
      if (error instanceof KnownError && error.exitCode === ExitCode.conflict) return 'revision'
      throw error
    }
  }
}

type Guarding = 'revision' | 'content' | 'nothing'

const storedFact = (tidied: readonly string[]): Observation =>
  tidied.length === 0
    ? ok('a draft was created and updated; it is stored as it was sent')
    : ok(
        `a draft was created and updated; another form of ${tidied.join(', ')} is stored`,
        'topo remembers what it sent beside what is stored, so the next push sends nothing.',
      )

const guardFacts: Record<Guarding, Observation> = {
  revision: ok('an update with an outdated revision is refused'),
  content: warning(
    'an update takes no revision (expectedUpdatedAt)',
    'topo reads a script once more immediately before each write, and compares its content.',
  ),
  nothing: warning(
    'an update with an outdated revision is accepted',
    'A push may overwrite a change that somebody makes while it runs.',
  ),
}
