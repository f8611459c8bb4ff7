/** One request for each of the scripts that were named: what `pin`, `unpin` and `unshare` have in common. */
import type { Client } from '../api/client.ts'
import { offered } from '../project/offered.ts'
import type { Project } from '../project/project.ts'
import { readNamed } from '../project/versions.ts'
import type { Answer } from './command.ts'
import { eachAnswer } from './each.ts'
import type { Service } from './service.ts'
import type { Terminal } from './terminal.ts'

interface Wanted {
  scripts: readonly string[]
  /** The word for success. */
  done: string
  /** What a deployment may not offer, in the plural. */
  what: string
  ask(client: Client, id: string): Promise<unknown>
}

export const eachScript = (
  terminal: Terminal,
  project: Project,
  { client }: Service,
  { scripts, done, what, ask }: Wanted,
): Promise<Answer> =>
  eachAnswer(terminal, scripts, done, async (name) => {
    const { id, slug } = await readNamed(project, client, name)
    await offered(what, () => ask(client, id))
    return { id, slug }
  })
