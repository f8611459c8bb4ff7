import { defineCommand } from '../../cli/command/define.ts'
import { scriptArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { sendThumbnail } from '../../review/thumbnail.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Render the thumbnail of a script and upload it to the service.',
  description: 'Renders the remote script, not the local file: push first.',
  examples: [
    'topo script thumbnail alice-notes',
    'topo script thumbnail alice-notes --json --fields bytes',
  ],
  fields: ['id', 'slug', 'width', 'height', 'bytes'],
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({ openScript, openProject, args }) => {
    const { client, script } = await openScript(args.script)
    const thumbnail = await sendThumbnail(client, script, (await openProject()).config.style)
    const { width, height } = thumbnail
    return {
      data: { id: script.id, slug: script.slug, ...thumbnail },
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Uploaded a thumbnail of ${forTerminal(script.slug)}, ${width} by ${height} pixels.`
          : ['drawn', forTerminal(script.slug), `${width}x${height}`].join('\t'),
    }
  },
})
