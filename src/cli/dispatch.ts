/** Finds the command that was meant, or says which ones are near. */
import { Config } from '@oclif/core/config'
import { normalizeArgv } from '@oclif/core/help'
import { run } from '@oclif/core/run'
import { usageError } from '../errors.ts'
import { nearest } from '../topology/nearest.ts'

export async function dispatch(argv: string[], root: string): Promise<void> {
  const config = await Config.load({ root })
  const [id = ''] = normalizeArgv(config, argv)
  if (id !== '' && !id.startsWith('-') && id !== 'help' && !config.findCommand(id) && !config.findTopic(id)) {
    throw unknownCommand(argv, [...config.commandIDs, ...config.commands.flatMap(({ aliases }) => aliases)])
  }
  await run(argv, config)
}

function unknownCommand(argv: string[], ids: string[]) {
  const words = argv.slice(0, argv.findIndex((word) => word.startsWith('-')) >>> 0)
  const names = ids.map((id) => id.replaceAll(':', ' '))
  const near = nearest(words.slice(0, 2).join(' '), names) ?? nearest(words[0] ?? '', names)
  return usageError(`There is no command "topo ${words.slice(0, 2).join(' ')}".`, {
    code: 'TOPO_UNKNOWN_COMMAND',
    hint: near === undefined ? 'Run "topo --help" to see all commands.' : `Did you mean "topo ${near}"?`,
  })
}
