import { boolean, integer, string as text } from '@oclif/core/flags'
import { optionalArgument } from '../cli/command/arguments.ts'
import { defineCommand } from '../cli/command/define.ts'
import { scriptPaths } from '../cli/command/selection.ts'
import { openInBrowser } from '../cli/io/browser.ts'
import { untilInterrupted } from '../cli/io/signals.ts'
import { noteStyle } from '../cli/render/note-style.ts'
import { startPreview } from '../preview/serve.ts'

export default defineCommand({
  summary: 'Preview scripts in the browser while you edit them.',
  description:
    'Serves a local page with the picture, its layers and scenarios, the findings and the readme; it updates after each save. A script with errors keeps its last valid picture. On a terminal, topo opens the page. With --json, the first line is { url } when the server is ready.',
  examples: [
    'topo preview',
    'topo preview diagrams/checkout.topology.js',
    'topo preview --editor idea',
    'topo preview diagrams --port 0 --no-open --json',
  ],
  args: { path: optionalArgument('Slug, file, folder or pattern; default: the whole project.') },
  flags: {
    port: integer({
      min: 0,
      max: 65535,
      summary: 'Port (default 4020, or a free port); 0 picks a free port.',
    }),
    'no-open': boolean({ summary: 'Do not open the page in the browser.' }),
    editor: text({
      default: 'vscode',
      helpValue: 'NAME|URL',
      summary:
        'Editor that opens the line of a node: vscode, vscode-insiders, vscodium, cursor, windsurf, zed, idea, none, or a URL with {file}, {line} and {column}.',
    }),
    poll: boolean({ summary: 'Poll for changes, where the file system reports none.' }),
  },
  run: async ({ args, flags, terminal, openProject }) => {
    const { port, poll, editor, 'no-open': closed } = flags
    const project = await openProject()
    const { path: given } = args
    const paths = { paths: given === undefined ? [] : [given] }
    const [path] = await scriptPaths(project, paths, terminal)
    const { url, ended, close } = await startPreview({
      project,
      path,
      port,
      poll,
      editor,
      onSettingsError: ({ message }) => terminal.note(message),
    })
    const { out, json } = terminal
    noteStyle(project.config.style, terminal)
    if (json) out.line(JSON.stringify({ url }))
    else out.line(`Preview: ${out.style('bold', url)}`)
    terminal.hint('It updates after each save. Ctrl-C stops it.')
    if (!closed && terminal.interactive) await openInBrowser(url)
    try {
      await Promise.race([untilInterrupted(), ended])
    } finally {
      await close()
    }
  },
})
