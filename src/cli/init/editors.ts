/** `topo init --editor`: writes what an editor needs to start `topo lsp`, where a file of the project does it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import { assertInside } from '../../files/path-containment.ts'
import { findRepository } from '../../files/root.ts'
import { extensionId } from '../io/repository.ts'
import type { InitFile } from './init-file.ts'
import { mergeJson } from './merge-json.ts'
import type { StartCommand } from './start-command.ts'

interface Editor {
  /** Files of the project that the editor reads. */
  readonly files?: (server: Server) => Record<string, string>
  /** Steps that are left to do by hand, as sentences. */
  readonly todo: readonly string[]
}

/** How the editor starts the server. */
type Server = readonly [command: string, ...args: string[]]

const PAGE = 'docs/editors.md'

const neovim = (
  server: Server,
) => `-- Starts topo's language server. Written by "topo init"; Neovim reads it with "set exrc".
local root = vim.fn.getcwd()
vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'javascript', 'typescript' },
  callback = function()
    vim.lsp.start({ name = 'topo', cmd = { ${server.map(inQuotes).join(', ')} }, cmd_cwd = root, root_dir = root })
  end,
})
`

const helix = ([
  command,
  ...args
]: Server) => `# Starts topo's language server beside TypeScript's. Written by "topo init".
[language-server.topo]
command = ${inQuotes(command)}
args = [${args.map(inQuotes).join(', ')}]

[[language]]
name = "javascript"
language-servers = ["typescript-language-server", "topo"]

[[language]]
name = "typescript"
language-servers = ["typescript-language-server", "topo"]
`

const emacs = (
  server: Server,
) => `;; Starts topo's language server with M-x eglot. Written by "topo init".
((nil . ((eglot-server-programs
          . (((js-mode js-ts-mode js2-mode typescript-mode typescript-ts-mode)
              . (${server.map(inQuotes).join(' ')})))))))
`

/** In the words of JSON, which Lua, TOML and Lisp understand too. */
const inQuotes = (text: string) => JSON.stringify(text)

const editors = {
  vscode: { todo: ['Install the extension that VS Code recommends when it opens this folder.'] },
  neovim: {
    files: (server) => ({ '.nvim.lua': neovim(server) }),
    todo: [
      'Let Neovim (0.9 or newer) read .nvim.lua: add "set exrc" to its settings, start it in this folder, and trust the file once.',
    ],
  },
  helix: { files: (server) => ({ '.helix/languages.toml': helix(server) }), todo: [] },
  zed: { todo: [`Zed starts only servers of its extensions, and topo has none yet; see ${PAGE}.`] },
  emacs: {
    files: (server) => ({ '.dir-locals.el': emacs(server) }),
    todo: ['Open a script in Emacs, allow the setting once, and run M-x eglot.'],
  },
  jetbrains: {
    todo: [`Install the plugin LSP4IJ and add the server in its settings; see ${PAGE}.`],
  },
} satisfies Record<string, Editor>

export type EditorName = keyof typeof editors
export const editorNames = Object.keys(editors) as EditorName[]

/**
 * Keeps existing files, except a list of recommended extensions, which it extends.
 * @throws usage error for a list that the editor cannot read; then nothing is written.
 */
export async function configureEditor(
  folder: string,
  name: EditorName,
  start: StartCommand,
): Promise<{ items: InitFile[]; todo: string[] }> {
  const editor: Editor = editors[name]
  const todo = [...editor.todo]
  if (name === 'vscode') return { items: [await recommendExtension(folder)], todo }
  const items: InitFile[] = []
  for (const [path, text] of Object.entries(
    editor.files?.([start.command, ...start.args, 'lsp']) ?? {},
  )) {
    const file = join(folder, path)
    assertInside(findRepository(folder) ?? folder, file, path)
    const isNew = !existsSync(file)
    if (isNew) await writeAtomic(file, text)
    else todo.unshift(`Add the server to ${path}, which exists already; see ${PAGE}.`)
    items.push({ path, written: isNew, action: isNew ? 'written' : 'kept' })
  }
  return { items, todo }
}

async function recommendExtension(folder: string): Promise<InitFile> {
  const path = '.vscode/extensions.json'
  const addition = { path, lenient: true, below: ['recommendations'], value: extensionId }
  const { action, text } = await mergeJson(folder, addition)
  if (text !== undefined) await writeAtomic(join(folder, path), text)
  return { path, written: action !== 'kept', action }
}
