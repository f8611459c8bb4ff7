/** Shows a page in the person's browser: an address of the web, and never what else a system would open. */
import { ExitCode, KnownError } from '../errors.ts'
import { plain } from './table.ts'

/** @throws KnownError `TOPO_BROWSER` for anything but http(s), and where no browser can be started. */
export async function openInBrowser(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new KnownError(`${plain(address)} is not the address of a web page, so it was not opened.`, {
      code: 'TOPO_BROWSER',
      exitCode: ExitCode.refused,
      hint: 'Check what it is before you open it yourself.',
    })
  }
  const { default: open } = await import('open')
  try {
    await open(url.href)
  } catch (cause) {
    throw new KnownError(`No browser could be started for ${url.href}`, {
      code: 'TOPO_BROWSER',
      exitCode: ExitCode.refused,
      hint: 'Open the address yourself.',
      cause,
    })
  }
}
