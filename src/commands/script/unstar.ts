import { defineCommand } from '../../cli/command/define.ts'
import { starCommand } from './star/star.ts'

export default defineCommand({
  ...starCommand(false),
  summary: 'Remove your star from a script.',
  examples: ['topo script unstar hello-topology', 'topo script unstar payments-platform --json'],
})
