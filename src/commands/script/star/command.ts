import { defineCommand } from '../../../cli/command/define.ts'
import { starCommand } from './star.ts'

export default defineCommand({
  ...starCommand(true),
  summary: 'Star a script.',
  examples: ['topo script star hello-topology', 'topo script star payments-platform --json'],
})
