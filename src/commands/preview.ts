import { string } from '@oclif/core/args'
import { boolean, integer } from '@oclif/core/flags'
import { TopoCommand } from '../cli/command/command.ts'
import { chosenPaths } from '../cli/command/selection.ts'
import { openInBrowser } from '../cli/io/browser.ts'
import { untilInterrupted } from '../cli/io/signals.ts'
import { startPreview } from '../preview/serve.ts'

export default class Preview extends TopoCommand<typeof Preview> {
  static override summary = 'See scripts in the browser while you edit them, until Ctrl-C.'
  static override description =
    'A page of this machine shows the picture, its layers and scenarios, the findings and the readme, anew after each save. A script with errors keeps its last good picture. On a terminal the page is opened. With --json the first line is { url } once it is ready.'
  static override examples = [
    '<%= config.bin %> preview',
    '<%= config.bin %> preview diagrams/checkout.topology.js',
    '<%= config.bin %> preview diagrams --port 0 --no-open --json',
  ]
  static override args = {
    path: string({
      ignoreStdin: true,
      description: 'Slug, file, folder or pattern; without it the whole project.',
    }),
  }
  static override flags = {
    port: integer({ min: 0, max: 65535, summary: 'Port (4020, or a free one); 0 picks a free one.' }),
    'no-open': boolean({ summary: 'Do not open the page in the browser.' }),
    poll: boolean({ summary: 'Look at the files again and again, where the file system tells nothing.' }),
  }

  protected override async execute(): Promise<undefined> {
    const { port, poll, 'no-open': closed } = this.flags
    const project = await this.project()
    const { path: given } = this.arguments
    const paths = { paths: given === undefined ? [] : [given] }
    const [path] = await chosenPaths(project, paths, this.terminal)
    const { url, ended, close } = await startPreview({ project, path, port, poll })
    const { out, json } = this.terminal
    if (json) out.line(JSON.stringify({ url }))
    else out.line(`The preview is at ${out.style('bold', url)}`)
    this.terminal.hint('It follows your edits. Ctrl-C ends it.')
    if (!closed && this.terminal.interactive) await openInBrowser(url)
    try {
      await Promise.race([untilInterrupted(), ended])
    } finally {
      await close()
    }
  }
}
