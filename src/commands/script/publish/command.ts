import { defineCommand } from '../../../cli/command/define.ts'
import { visibilityCommand } from './publish.ts'

export default defineCommand({
  ...visibilityCommand(true),
  summary: 'Publish scripts, so that everybody can see them.',
  aliases: ['publish'],
  examples: ['topo publish checkout', 'topo publish checkout orders --json'],
})
