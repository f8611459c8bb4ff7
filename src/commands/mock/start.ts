import { integer } from '@oclif/core/flags'
import { defineCommand } from '../../cli/command/define.ts'
import { untilInterrupted } from '../../cli/io/process/signals.ts'
import { isThisMachineHost } from '../../listen/host.ts'
import { MOCK_PORT, mockFlags, serveOptions } from './mock-flags.ts'
import { serveMock } from './serve-mock.ts'

export default defineCommand({
  summary: 'Start a mock of the service on a port, until Ctrl-C.',
  description:
    'With --json, the first line is { url, webUrl, pid } when the mock is ready. Commands with --local use it if it has their data (--data .topo/local). Paths under /__mock control it from this machine: state, clock, faults, requests, payments. With --data, confirmed changes survive kill -9, but a power cut may lose the last seconds. One process has the folder at a time, also among containers; it is for one machine. If the disk is full, or the folder is removed, writes are refused (507).',
  examples: [
    'topo mock start',
    'topo mock start --port 0 --json',
    'topo mock start --data .topo/local',
  ],
  flags: {
    port: integer({
      default: MOCK_PORT,
      min: 0,
      max: 65535,
      summary: 'Port; 0 picks a free port.',
    }),
    ...mockFlags,
  },
  run: async ({ flags, terminal }) => {
    const options = await serveOptions(flags, flags.port, terminal.clock)
    const served = await serveMock({ ...options, onWarning: (text) => terminal.warn(text) })
    const { out, json } = terminal
    if (json)
      out.line(
        JSON.stringify({
          url: served.url,
          webUrl: served.url,
          pid: process.pid,
        }),
      )
    else {
      out.line(`The mock listens on ${out.style('bold', served.url)}`)
      terminal.hint(`TOPO_BASE_URL=${served.url} TOPO_API_KEY=ca_demo_alice topo list`)
      if (!isThisMachineHost(flags.host)) terminal.hint(viewersInWords(flags))
      terminal.hint('Ctrl-C stops it.')
    }
    try {
      await untilInterrupted()
    } finally {
      await served.close()
    }
  },
})

interface Visibility {
  readonly host: string
  readonly 'control-host': readonly string[] | undefined
}

/** Who reaches a mock that listens not only on this machine's own addresses. */
function viewersInWords({ host, 'control-host': names = [] }: Visibility): string {
  const others = names.length === 0 ? '' : ` and those who call it ${names.join(' or ')}`
  return `It listens on ${host}: other machines can use it. Only this machine${others} can open its page and control it.`
}
