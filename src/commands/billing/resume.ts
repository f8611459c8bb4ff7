import { defineCommand } from '../../cli/command/define.ts'
import { renewalCommand } from './billing.ts'

export default defineCommand({
  ...renewalCommand(
    false,
    'Cancellation undone: the subscription renews and is charged at the end of the period.',
  ),
  summary: 'Undo a cancellation, so that the subscription renews.',
  examples: ['topo billing resume --dry-run', 'topo billing resume --dry-run --json'],
})
