import { defineCommand } from '../../cli/command/define.ts'
import { visibilityCommand } from './publish/publish.ts'

export default defineCommand({
  ...visibilityCommand(false),
  summary: 'Unpublish scripts, so that only you can see them.',
  aliases: ['unpublish'],
  examples: ['topo unpublish checkout', 'topo unpublish checkout orders --json'],
})
