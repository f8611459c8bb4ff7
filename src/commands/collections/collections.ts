/** `collections add` and `collections remove`: change a collection script by script. */
import { findCollection, readCollections } from '../../api/calls/collections.ts'
import type { Client } from '../../api/client/client.ts'
import type { CommandContext } from '../../cli/command/context.ts'
import type { ContextOf } from '../../cli/command/define.ts'
import { argument, scriptsArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { eachFields, runForEach } from '../../cli/command/run-each.ts'

const args = { collection: argument('Name or id of the collection.'), ...scriptsArgument }

/** @param change sends the request for the collection with this id and the named script */
export const collectionCommand = (
  done: 'added' | 'removed',
  change: (
    context: CommandContext & { readonly client: Client },
    id: string,
    name: string,
  ) => Promise<{ id: string; slug: string }>,
) => ({
  fields: [...eachFields, 'slug', done],
  args,
  flags: dryRunFlag,
  run: async (context: ContextOf<typeof dryRunFlag, typeof args>) => {
    const { client } = await context.openService()
    const { id } = findCollection((await readCollections(client)).items, context.args.collection)
    return runForEach(context.terminal, {
      names: context.args.scripts,
      done,
      carryOut: (name) => change({ ...context, client }, id, name),
    })
  },
})
