import { boolean, integer, string } from '@oclif/core/flags'
import { defineCommand } from '../cli/command/define.ts'
import { optionalArgument } from '../cli/command/flags/arguments.ts'
import {
  checkListenAddress,
  hostNames,
  listenFlag,
  readHostNames,
} from '../cli/command/flags/host-flags.ts'
import { scriptPaths } from '../cli/command/flags/selection.ts'
import { openInBrowser } from '../cli/io/browser.ts'
import { noteStyle } from '../cli/io/note-style.ts'
import { untilInterrupted } from '../cli/io/process/signals.ts'
import type { Terminal } from '../cli/io/terminal.ts'
import { type Preview, startPreview } from '../preview/serve.ts'

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
    host: listenFlag,
    'allow-host': string({
      ...hostNames,
      summary: 'Answer to this host name, too.',
      description:
        'The preview answers to names of this machine and to the one of --host: any page can make its name lead here. Beyond loopback, it also answers to every IP address.',
    }),
    'no-open': boolean({ summary: 'Do not open the page in the browser.' }),
    editor: string({
      default: 'vscode',
      helpValue: 'NAME|URL',
      summary:
        'Editor that opens the line of a node: vscode, vscode-insiders, vscodium, cursor, windsurf, zed, idea, none, or a URL with {file}, {line} and {column}.',
    }),
    poll: boolean({ summary: 'Poll for changes, where the file system reports none.' }),
  },
  run: async ({ args, flags, terminal, openProject }) => {
    const { port, host, poll, editor, 'no-open': closed } = flags
    checkListenAddress(host)
    const allowHosts = readHostNames('--allow-host', flags['allow-host'])
    const project = await openProject()
    const { path: given } = args
    const paths = { paths: given === undefined ? [] : [given] }
    const [path] = await scriptPaths(project, paths, terminal)
    const preview = await startPreview({
      project,
      clock: terminal.clock,
      path,
      port,
      host,
      allowHosts,
      poll,
      editor,
      onSettingsError: ({ message }) => terminal.note(message),
    })
    const { url, ended, close } = preview
    noteStyle(project.config.style, terminal)
    printAddresses(preview, terminal)
    terminal.hint('It updates after each save. Ctrl-C stops it.')
    if (!closed && terminal.interactive) await openInBrowser(url)
    try {
      await Promise.race([untilInterrupted(), ended])
    } finally {
      await close()
    }
  },
})

function printAddresses({ url, networkUrls, onLoopback }: Preview, terminal: Terminal): void {
  const { out, json } = terminal
  if (json) out.line(JSON.stringify({ url }))
  else {
    out.line(`Preview: ${out.style('bold', url)}`)
    for (const address of networkUrls) out.line(`On the network: ${address}`)
  }
  if (onLoopback) return
  terminal.note(
    'Others on the network can read the scripts that it shows, their readmes, findings and paths. They can change nothing.',
  )
}
