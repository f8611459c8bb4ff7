/** Opens a page in the browser of the person at this machine. */
import { ExitCode, KnownError } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'

/**
 * False where there is no browser, so show the address as well.
 * @throws KnownError `TOPO_BROWSER` (exit 1) for anything but an http or https address: the system would take a
 *   file or the address of another program for something to start.
 */
export async function openInBrowser(address: string): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new KnownError(`${forTerminal(address)} is not opened: it is not the address of a web page.`, {
      code: 'TOPO_BROWSER',
      exitCode: ExitCode.refused,
      hint: 'Only addresses that begin with https:// or http:// are opened.',
    })
  }
  const { default: open } = await import('open')
  try {
    // Parsed and put together again, so nothing in it is read as an option.
    const browser = await open(url.href)
    browser.on('error', () => {})
    return true
  } catch {
    return false
  }
}
