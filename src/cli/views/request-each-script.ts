/** Sends a request for each named script; shared by `pin`, `unpin` and `unshare`. */
import type { Client } from '../../api/client.ts'
import { orUnsupported } from '../../api/unsupported.ts'
import type { Project } from '../../project/config/project.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'
import type { CommandResult } from '../command/result.ts'
import { runForEach } from '../command/run-each.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'

interface ScriptRequest {
  scripts: readonly string[]
  /** The word for success. */
  done: string
  /** The feature that a deployment may lack, in the plural. */
  what: string
  ask(client: Client, id: string): Promise<unknown>
}

export const requestForEachScript = (
  terminal: Terminal,
  project: Project,
  { client }: Service,
  { scripts, done, what, ask }: ScriptRequest,
): Promise<CommandResult> =>
  runForEach(terminal, scripts, done, async (name) => {
    const { id, slug } = await readScriptByName(project, client, name)
    await orUnsupported(what, () => ask(client, id))
    return { id, slug }
  })
