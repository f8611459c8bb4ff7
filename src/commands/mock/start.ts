import { randomInt } from 'node:crypto'
import { integer, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command.ts'
import { untilInterrupted } from '../../cli/signals.ts'
import { usageError } from '../../errors.ts'
import { serve } from '../../mock/serve.ts'

export default class MockStart extends TopoCommand<typeof MockStart> {
  static override summary = 'Run the embedded service behind a port, until Ctrl-C.'
  static override examples = [
    '<%= config.bin %> mock start',
    '<%= config.bin %> mock start --port 0 --json',
    '<%= config.bin %> mock start --data .topo/local',
  ]
  static override flags = {
    port: integer({ default: 4010, min: 0, max: 65535, summary: 'Port; 0 picks a free one.' }),
    host: string({ default: '127.0.0.1', summary: 'Address to listen at.' }),
    data: string({ helpValue: 'DIR', summary: 'Keep the state in this folder instead of in memory.' }),
    fixtures: string({ options: ['demo', 'none'], default: 'demo', summary: 'What it starts with.' }),
    latency: integer({ min: 0, helpValue: 'MS', summary: 'Hold every answer back.' }),
    'rate-limit': integer({ min: 1, helpValue: 'N', summary: 'Requests per key and hour.' }),
    seed: integer({ helpValue: 'N', summary: 'The same seed gives the same ids.' }),
    clock: string({ helpValue: 'ISO', summary: 'A clock that stands still at this time.' }),
  }

  protected override async act(): Promise<undefined> {
    const { port, host, data, fixtures, latency, seed } = this.flags
    const served = await serve({
      port,
      host,
      data,
      fixtures: fixtures as 'demo' | 'none',
      latencyMs: latency,
      rateLimit: this.flags['rate-limit'],
      seed: seed ?? randomInt(2 ** 32),
      now: clock(this.flags.clock),
    })
    const ready = { url: served.url, webUrl: served.url, pid: process.pid }
    const { out } = this.terminal
    if (this.terminal.json) out.line(JSON.stringify(ready))
    else {
      out.line(`The embedded service listens at ${out.style('bold', served.url)}`)
      this.terminal.hint(`TOPO_BASE_URL=${served.url} TOPO_API_KEY=ca_demo_alice topo script list`)
    }
    await untilInterrupted()
    await served.close()
  }
}

function clock(iso: string | undefined): () => number {
  if (iso === undefined) return Date.now
  const time = Date.parse(iso)
  if (Number.isNaN(time)) {
    throw usageError(`"${iso}" is not a time.`, { hint: 'Write it as 2026-01-31T12:00:00Z.' })
  }
  return () => time
}
