import { parseShareToken, sharedScript } from '../../api/calls/share.ts'
import { type Script, script } from '../../api/resources/scripts.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptArgument } from '../../cli/command/flags/arguments.ts'
import type { Service } from '../../cli/service/service.ts'
import { accessHint } from '../../sync/remote/read-remote.ts'
import { forTerminal, forTerminalLines } from '../../text/safe/for-terminal.ts'
import { wrapText } from '../../text/wrap.ts'

export default defineCommand({
  summary: 'Show a script: its metadata, readme and code.',
  aliases: ['show'],
  examples: ['topo show payments-platform', 'topo show payments-platform --json'],
  fields: script,
  args: scriptArgument,
  run: async ({ args, openService, openScript }) => {
    const token = parseShareToken(args.script)
    const opening =
      token === undefined
        ? openScript(args.script, 'optional')
        : withShared(openService('optional'), token)
    const { client, webAddress, script: item } = await opening
    const refusal = item.userCanAccess === false ? await accessHint(client, item) : undefined
    return {
      data: item,
      text: (out) => {
        const url = item.isPublic ? webAddress(item.slug) : undefined
        const facts = factsOf(item, url, token !== undefined).map(([name, value]) =>
          wrapText(forTerminal(value), out.width, `${out.style('dim', name.padEnd(9))} `),
        )
        const body = refusal === undefined ? [item.readme, item.code] : [gated(item, refusal)]
        const texts = body.flatMap((text) => (text ? ['', forTerminalLines(text.trimEnd())] : []))
        const title = out.style('bold', wrapText(forTerminal(item.name), out.width))
        return [title, ...facts, ...texts].join('\n')
      },
    }
  },
})

async function withShared(opening: Promise<Service>, token: string) {
  const service = await opening
  return { ...service, script: await sharedScript(service.client, token) }
}

const gated = ({ readmePreview }: Script, hint: string): string =>
  `${readmePreview ? `${readmePreview}\n\n` : ''}You may not read the code of this script. ${hint}`

/** Who sees a private script. */
const readersOf = (isShared: boolean): string =>
  isShared ? 'to anyone with its share URL' : 'to you only'

function factsOf(item: Script, url: string | undefined, isShared: boolean): [string, string][] {
  const facts: [string, string | undefined | null][] = [
    ['slug', item.slug],
    ['id', item.id],
    ['about', item.description],
    ['tags', item.tags?.join(', ')],
    ['shown', item.isPublic ? 'to everybody' : readersOf(isShared)],
    ['address', url],
    ['updated', item.updatedAt],
    [
      'views',
      item.viewCount === undefined ? undefined : `${item.viewCount}, ${item.starCount ?? 0} stars`,
    ],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}
