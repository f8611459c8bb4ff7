import { defineCommand } from '../../cli/command/define.ts'
import { starCommand } from '../../cli/command/star.ts'

export default defineCommand({
  ...starCommand(true),
  summary: 'Star a script.',
  examples: ['topo script star hello-topology', 'topo script star payments-platform --json'],
})
