/** `topo open --local`: opens a page of the local data, and serves the data until Ctrl-C if no other process does. */
import { randomInt } from 'node:crypto'
import type { Script } from '../../../api/resources/scripts.ts'
import { openInBrowser } from '../../../cli/io/browser.ts'
import { untilInterrupted } from '../../../cli/io/process/signals.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import type { Service } from '../../../cli/service/service.ts'
import { KnownError } from '../../../errors.ts'
import { scriptPath } from '../../../mock/start-page.ts'
import { jsonText } from '../../../text/safe/ci-commands.ts'
import { MOCK_PORT } from '../../mock/mock-flags.ts'
import { serveMock } from '../../mock/serve-mock.ts'

export async function openLocal(
  { baseUrl, isInProcess, close, script }: Service & { script?: Script },
  data: string,
  terminal: Terminal,
): Promise<void> {
  // The data has one holder at a time.
  close()
  const served = isInProcess ? await serveData(data, terminal) : undefined
  try {
    const address = served?.url ?? baseUrl
    const { id = null, slug = null, isPublic } = script ?? {}
    const url = `${address}${slug === null ? '/' : pathOf(slug, isPublic === true)}`
    const { out, json, interactive } = terminal
    out.line(json ? jsonText({ id, slug, url }, 0) : url)
    if (served)
      terminal.hint('It serves the local data, also to other topo commands. Ctrl-C stops it.')
    if (interactive && out.isTerminal) await openInBrowser(url)
    if (served) await untilInterrupted()
  } finally {
    await served?.close()
  }
}

function pathOf(slug: string, isPublic: boolean): string {
  return isPublic ? `/v/${encodeURIComponent(slug)}` : scriptPath(slug)
}

function serveData(data: string, terminal: Terminal) {
  const { clock } = terminal
  const options = {
    data,
    host: '127.0.0.1',
    clock,
    now: clock.now,
    seed: randomInt(2 ** 31),
  }
  const onWarning = (text: string) => terminal.warn(text)
  const at = (port: number) =>
    serveMock({ ...options, port, rateLimit: Number.POSITIVE_INFINITY, onWarning })
  // An open page finds the data again after a restart.
  return at(MOCK_PORT).catch((error) => {
    if (error instanceof KnownError && error.code === 'TOPO_PORT_IN_USE') return at(0)
    throw error
  })
}
