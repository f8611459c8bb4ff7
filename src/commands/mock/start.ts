import { integer } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import { untilInterrupted } from '../../cli/io/signals.ts'
import { mockFlags, serveOptions } from '../../cli/mock/mock-flags.ts'
import { serveMock } from '../../cli/mock/serve-mock.ts'

export default class MockStart extends TopoCommand<typeof MockStart> {
  static override summary = 'Start a mock of the service on a port, until Ctrl-C.'
  static override description =
    'With --json, the first line is { url, webUrl, pid } when the mock is ready. Commands with --local use it if it has their data (--data .topo/local). Paths under /__mock control it from this machine: state, clock, faults, requests, payments.'
  static override examples = [
    'topo mock start',
    'topo mock start --port 0 --json',
    'topo mock start --data .topo/local',
  ]
  static override flags = {
    port: integer({ default: 4010, min: 0, max: 65535, summary: 'Port; 0 picks a free port.' }),
    ...mockFlags,
  }

  protected override async execute(): Promise<undefined> {
    const options = await serveOptions(this.flags, this.flags.port)
    const served = await serveMock({ ...options, onWarning: (text) => this.terminal.note(text) })
    const { out, json } = this.terminal
    if (json) out.line(JSON.stringify({ url: served.url, webUrl: served.url, pid: process.pid }))
    else {
      out.line(`The mock listens on ${out.style('bold', served.url)}`)
      this.terminal.hint(`TOPO_BASE_URL=${served.url} TOPO_API_KEY=ca_demo_alice topo script list`)
    }
    try {
      await untilInterrupted()
    } finally {
      await served.close()
    }
  }
}
