import type { Script } from '../../../api/resources/scripts.ts'
import { defineCommand } from '../../../cli/command/define.ts'
import { optionalArgument } from '../../../cli/command/flags/arguments.ts'
import { openInBrowser } from '../../../cli/io/browser.ts'
import { localAddress } from '../../../cli/service/settings.ts'
import { KnownError, refusedError, usageError } from '../../../errors.ts'
import { isPath } from '../../../project/select/missing-file.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Open a public script in the browser; in a pipe, print its URL.',
  description:
    'With --local, topo serves the local data until Ctrl-C and opens one of its scripts, also a private one; without a script, the page that shows all of them.',
  aliases: ['open'],
  examples: ['topo open hello-topology', 'topo open payments-platform --json', 'topo open --local'],
  fields: ['id', 'slug', 'url'],
  args: { script: optionalArgument('Slug, id, file or URL.') },
  run: async ({ args, terminal, environment, ...context }) => {
    const { chooseService, openProject, openScript, openService, requireKnownWebUrl } = context
    const service = await chooseService().catch((error: unknown) => {
      throw withoutService(error, args.script)
    })
    if (service.address === localAddress) {
      const { openLocal } = await import('./open-local.ts')
      const opened = await (args.script === undefined ? openService() : openScript(args.script))
      const data = environment.localData ?? (await openProject()).localDataFolder
      await openLocal(opened, data, terminal)
      return undefined
    }
    if (args.script === undefined) {
      throw usageError('No script is named.', {
        hint: 'Name one, as in "topo open hello-topology". "topo open --local" shows all local scripts.',
      })
    }
    await requireKnownWebUrl()
    const { webAddress, script } = await openScript(args.script, 'optional')
    const url = publicAddress(script, webAddress)
    const { interactive, out } = terminal
    // In $(topo open …) only the URL is wanted, not a browser window.
    if (interactive && out.isTerminal) await openInBrowser(url)
    return { data: { id: script.id, slug: script.slug, url }, text: () => url }
  },
})

/** A file can be looked at without a service. */
function withoutService(error: unknown, given: string | undefined): unknown {
  const isFile = given !== undefined && isPath(given)
  if (!isFile || !(error instanceof KnownError) || error.code !== 'TOPO_NO_SERVICE') return error
  return error.withHint(
    `"topo preview ${forTerminal(given)}" shows the file without a service. ${error.hint}`,
  )
}

function publicAddress(
  { slug, isPublic }: Script,
  webAddress: (slug: string) => string | undefined,
): string {
  if (isPublic === false) {
    throw refusedError(`${forTerminal(slug)} is private, so it has no public address.`, {
      code: 'TOPO_NOT_PUBLIC',
      hint: `Run "topo publish ${forTerminal(slug)}" to make it public.`,
    })
  }
  const url = webAddress(slug)
  if (url !== undefined) return forTerminal(url)
  throw usageError('The address of the web app is unknown.', {
    hint: 'Set TOPO_WEB_URL, or "webUrl" in topo.config.json.',
  })
}
