/** Reads the event that started a workflow of GitHub: the payload of a web hook. Its values may come from a fork. */
import * as z from 'zod/mini'
import { requireText } from '../../../files/decode.ts'
import { readFileWithinSync } from '../../../limits/files.ts'

const id = z.string().check(z.regex(/^[0-9a-f]{40,64}$/))

/** Zeros are the commit before a new branch. */
const existingId = id.check(z.refine((text) => !/^0+$/.test(text)))
const commit = z.catch(z.optional(existingId), undefined)
const side = z.catch(
  z.optional(
    z.object({
      sha: commit,
      ref: z.catch(z.optional(z.string()), undefined),
      // Null if the fork was deleted.
      repo: z.catch(z.nullish(z.object({ full_name: z.string() })), undefined),
    }),
  ),
  undefined,
)

const event = z.object({
  action: z.catch(z.optional(z.string()), undefined),
  repository: z.catch(z.optional(z.object({ default_branch: z.string() })), undefined),
  before: commit,
  merge_group: z.catch(z.optional(z.object({ base_sha: commit })), undefined),
  pull_request: z.catch(
    z.optional(z.object({ number: z.int(), base: side, head: side })),
    undefined,
  ),
  /** The run that started a `workflow_run`: of a pull request, and not of a deleted fork. */
  workflow_run: z.catch(
    z.optional(
      z.object({
        id: z.int(),
        event: z.literal('pull_request'),
        head_branch: z.string(),
        head_sha: id,
        head_repository: z.object({ owner: z.object({ login: z.string() }) }),
      }),
    ),
    undefined,
  ),
})

/** Empty if it cannot be read: the variables give most of it. */
export function readEvent({ GITHUB_EVENT_PATH: file }: NodeJS.ProcessEnv): z.infer<typeof event> {
  try {
    return event.parse(JSON.parse(requireText(readFileWithinSync('environment', file ?? ''), '')))
  } catch {
    return {}
  }
}
