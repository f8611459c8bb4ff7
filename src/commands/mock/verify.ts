import { string as stringArgument } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { verifyResult } from '../../cli/mock/verify.ts'

export default class MockVerify extends TopoCommand<typeof MockVerify> {
  static override summary = 'Compare a recorded deployment with the mock.'
  static override description =
    'Sends the requests of a recording to a fresh mock in the recorded order, and lists where statuses and shapes of the responses differ. A recording is a file of --record, or a HAR file of a browser. Nothing is sent over the network. Only requests to one service are taken: below --base-url, else of the address with most of its requests. The exit code is 1 if something differs.'
  static override examples = [
    'topo mock verify deployment.har',
    'topo mock verify push.har pull.har --json --fields items',
    'topo mock verify browser.har --base-url https://diagrams.example.com',
  ]
  static override fields = ['items', 'totalCount', 'services', 'compared', 'skipped']
  static override args = {
    files: stringArgument({
      required: true,
      multiple: true,
      ignoreStdin: true,
      description: 'HAR files, in the order in which they were recorded.',
    }),
  }

  protected override async execute(): Promise<CommandResult> {
    return verifyResult(this.arguments.files, this.flags['base-url'], this.terminal)
  }
}
