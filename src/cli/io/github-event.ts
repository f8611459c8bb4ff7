/** Reads the event that started a workflow of GitHub: the payload of a web hook. Its values may come from a fork. */
import { z } from 'zod'
import { readFileWithinSync } from '../../limits/files.ts'

const id = z.string().regex(/^[0-9a-f]{40,64}$/)

/** Undefined also for zeros, the commit before a new branch. */
const commit = id
  .refine((text) => !/^0+$/.test(text))
  .optional()
  .catch(undefined)
const side = z
  .object({
    sha: commit,
    ref: z.string().optional().catch(undefined),
    // Null if the fork was deleted.
    repo: z.object({ full_name: z.string() }).nullish().catch(undefined),
  })
  .optional()
  .catch(undefined)

const event = z.object({
  action: z.string().optional().catch(undefined),
  repository: z.object({ default_branch: z.string() }).optional().catch(undefined),
  before: commit,
  merge_group: z.object({ base_sha: commit }).optional().catch(undefined),
  pull_request: z.object({ number: z.int(), base: side, head: side }).optional().catch(undefined),
  /** The run that started a `workflow_run`: of a pull request, and not of a deleted fork. */
  workflow_run: z
    .object({
      id: z.int(),
      event: z.literal('pull_request'),
      head_branch: z.string(),
      head_sha: id,
      head_repository: z.object({ owner: z.object({ login: z.string() }) }),
    })
    .optional()
    .catch(undefined),
})

/** Empty if it cannot be read: the variables give most of it. */
export function readEvent({ GITHUB_EVENT_PATH: file }: NodeJS.ProcessEnv): z.infer<typeof event> {
  try {
    return event.parse(JSON.parse(readFileWithinSync('environment', file ?? '').toString('utf8')))
  } catch {
    return {}
  }
}
