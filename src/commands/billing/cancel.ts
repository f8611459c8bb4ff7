import { defineCommand } from '../../cli/command/define.ts'
import { renewalCommand } from './billing.ts'

export default defineCommand({
  ...renewalCommand(
    true,
    'The subscription ends with the paid period and is not charged again. You keep full access until then.',
  ),
  summary: 'Cancel the subscription at the end of the paid period.',
  description: 'You keep full access until then. "billing resume" undoes the cancellation.',
  examples: ['topo billing cancel --dry-run', 'topo billing cancel --dry-run --json'],
})
