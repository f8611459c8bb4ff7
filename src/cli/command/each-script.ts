/** Commands that send a request for each named script: `pin`, `unpin` and `unshare`. */

import { orUnsupported } from '../../api/answers/unsupported.ts'
import type { Client } from '../../api/client/client.ts'
import type { ContextOf } from './define.ts'
import { scriptsArgument } from './flags/arguments.ts'
import { dryRunFlag } from './flags/flags.ts'
import { eachFields, runForEach } from './run-each.ts'

/**
 * @param done the word for success
 * @param what the feature that a deployment may lack, in the plural
 */
export const eachScriptCommand = (
  done: string,
  what: string,
  ask: (client: Client, id: string) => Promise<unknown>,
) => ({
  fields: [...eachFields, 'slug', done],
  args: scriptsArgument,
  flags: dryRunFlag,
  run: async (context: ContextOf<typeof dryRunFlag, typeof scriptsArgument>) => {
    const { terminal, args, openService, openScript } = context
    const { client } = await openService()
    return runForEach(terminal, {
      names: args.scripts,
      done,
      carryOut: async (name) => {
        const { id, slug } = (await openScript(name)).script
        await orUnsupported(what, () => ask(client, id))
        return { id, slug }
      },
    })
  },
})
