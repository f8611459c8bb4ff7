import { billing } from '../../api/resources/billing.ts'
import { billingStatus } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingStatus extends TopoCommand<typeof BillingStatus> {
  static override summary = 'Show if billing is configured on this service; needs no key.'
  static override examples = [
    '<%= config.bin %> billing status',
    '<%= config.bin %> billing status --json --fields configured',
  ]
  static override fields = fieldsOf(billing.status.response)

  protected override async execute(): Promise<CommandResult> {
    const { client, address } = await this.service('optional')
    const data = await billingStatus(client)
    const word = data.configured ? 'configured' : 'not configured'
    return { data, text: (out) => (out.isTerminal ? `Billing is ${word} on ${address}.` : word) }
  }
}
