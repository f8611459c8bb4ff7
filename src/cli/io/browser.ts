/** Opens a page in the browser of this machine. */
import { refusedError } from '../../errors.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

/**
 * Returns false without a browser, so print the address too.
 * @throws KnownError `TOPO_BROWSER` (exit 1) for anything but an http or https address, because the system would start a
 *   file or another program; and for one with a user or a password, which may look like another host.
 */
export async function openInBrowser(address: string): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw refusedError(
      `Cannot open ${forTerminal(address)}: it is not the address of a web page.`,
      {
        code: 'TOPO_BROWSER',
        hint: 'topo only opens addresses that start with https:// or http://, without a user and a password.',
      },
    )
  }
  const { default: open } = await import('open')
  try {
    // Parsed and serialized again, so that no part of it is read as an option.
    const browser = await open(url.href)
    browser.on('error', () => {})
    return true
  } catch {
    return false
  }
}
