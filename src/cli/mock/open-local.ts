/** `topo open --local`: opens a page of the local data, and serves the data until Ctrl-C if no other process does. */
import { randomInt } from 'node:crypto'
import { KnownError } from '../../errors.ts'
import { scriptPath } from '../../mock/start-page.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { openInBrowser } from '../io/browser.ts'
import { untilInterrupted } from '../io/signals.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'
import { MOCK_PORT } from './mock-flags.ts'
import { serveMock } from './serve-mock.ts'

/** @param name slug, id or file's slug of a script; undefined for the start page */
export async function openLocal(
  { client, baseUrl, isInProcess, close }: Service,
  name: string | undefined,
  data: string,
  terminal: Terminal,
): Promise<void> {
  const item =
    name === undefined ? undefined : (await client.scripts.get({ params: { idOrSlug: name } })).item
  // The data has one holder at a time.
  close()
  const served = isInProcess ? await serveData(data, terminal) : undefined
  try {
    const address = served?.url ?? baseUrl
    const path = item?.isPublic ? `/v/${encodeURIComponent(item.slug)}` : item ? scriptPath(item.slug) : '/'
    const url = `${address}${path}`
    const { out, json, interactive } = terminal
    out.line(json ? jsonText({ id: item?.id ?? null, slug: item?.slug ?? null, url }, 0) : url)
    if (served) terminal.hint('It serves the local data, also to other topo commands. Ctrl-C stops it.')
    if (interactive && out.isTerminal) await openInBrowser(url)
    if (served) await untilInterrupted()
  } finally {
    await served?.close()
  }
}

function serveData(data: string, terminal: Terminal) {
  const options = { data, host: '127.0.0.1', now: Date.now, seed: randomInt(2 ** 31) }
  const onWarning = (text: string) => terminal.note(text)
  const at = (port: number) => serveMock({ ...options, port, rateLimit: Number.POSITIVE_INFINITY, onWarning })
  // An open page finds the data again after a restart.
  return at(MOCK_PORT).catch((error) => {
    if (error instanceof KnownError && error.code === 'TOPO_PORT_IN_USE') return at(0)
    throw error
  })
}
