import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { sendThumbnail } from '../../project/draw/thumbnail.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class ScriptThumbnail extends TopoCommand<typeof ScriptThumbnail> {
  static override summary = 'Render the thumbnail of a script and upload it to the service.'
  static override description = 'Renders the remote script, not the local file: push first.'
  static override examples = [
    '<%= config.bin %> script thumbnail alice-notes',
    '<%= config.bin %> script thumbnail alice-notes --json --fields bytes',
  ]
  static override fields = ['id', 'slug', 'width', 'height', 'bytes']
  static override args = scriptArgument
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const script = await readScriptByName(await this.project(), client, this.arguments.script)
    const thumbnail = await sendThumbnail(client, script)
    const { width, height } = thumbnail
    return {
      data: { id: script.id, slug: script.slug, ...thumbnail },
      text: (out) =>
        out.isTerminal
          ? `Uploaded a thumbnail of ${forTerminal(script.slug)}, ${width} by ${height} pixels.`
          : ['drawn', forTerminal(script.slug), `${width}x${height}`].join('\t'),
    }
  }
}
