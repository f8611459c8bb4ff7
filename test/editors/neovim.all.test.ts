/** A real editor: Neovim starts the server with the file of `topo init`, and edits a project with an import. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, topo } from '../cli/topo.ts'

const noNeovim = spawnSync('nvim', ['--version']).status !== 0

const nodes = `export function add(t: TopologyBuilder): void {
  t.createProcess({ id: 'web', label: 'web' })
}
`
const shop = `import { add } from './nodes.ts'
const t: TopologyBuilder = new TopologyBuilder(true)
add(t)
t.createProcess({ id: 7, label: 'Seven', icon: 'databse' })
t.connect('web', '7', { label: 'web' })
await t.apply()
`
const plain = `const t = new TopologyBuilder(true)
t.createProcess({ id: 7, label: 'Seven', icon: 'databse' })
t.createProcess({ id: 'web', label: 'Web' })
t.connect('web', '7', { type: 'htpp' })
await t.apply()
`

/** Drives the editor and writes what it saw. Older versions have no \`vim.lsp.start\`, which .nvim.lua calls. */
const drive = `
vim.lsp.start = vim.lsp.start or function(config)
  vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
end
dofile('.nvim.lua')
local seen = {}
local function open(file)
  vim.cmd('edit ' .. file)
  vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 20)
end
local function codes()
  local all = vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(0))
  table.sort(all)
  return all
end
local function ask(method, line, column, more)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = column },
  }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', params, more or {}), 10000)) do
    return answer.result
  end
end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n') .. '\\n' end
local function apply(edit) vim.lsp.util.apply_workspace_edit(edit, 'utf-16') end
local function act(title)
  local last = vim.api.nvim_buf_line_count(0)
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = last, character = 0 } }
  local params = { textDocument = vim.lsp.util.make_text_document_params(), range = range, context = { diagnostics = {} } }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 10000)) do
    for _, action in ipairs(answer.result) do
      if action.title:find(title, 1, true) then return apply(action.edit) end
    end
  end
  error('no action ' .. title)
end

open('plain.topology.js')
seen.attached = vim.tbl_map(function(one) return one.name end, vim.lsp.buf_get_clients(0))[1]
seen.diagnostics = codes()
act('Put it in quotes')
act('Change "databse"')
act('Suppress unknown-connection-type')
vim.wait(10000, function() return #vim.diagnostic.get(0) == 0 end, 20)
seen.left = codes()
seen.fixed = text()

open('shop.topology.ts')
seen.imported = codes()
seen.completion = vim.tbl_map(function(one) return one.label end, ask('textDocument/completion', 4, 11).items)
local definition = ask('textDocument/definition', 4, 12)[1]
seen.definition = { vim.fn.fnamemodify(vim.uri_to_fname(definition.uri), ':t'), definition.range.start.line }
apply(ask('textDocument/rename', 4, 12, { newName = 'site' }))
seen.renamed = text()
vim.cmd('wall')
-- The editor does not wait for the server, which would write into the folder while the test deletes it.
local clients = vim.lsp.get_active_clients()
vim.lsp.stop_client(clients)
seen.stopped = vim.wait(10000, function()
  for _, one in pairs(clients) do
    if vim.lsp.get_client_by_id(one.id) then return false end
  end
  return true
end, 20)
vim.fn.writefile({ vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen) }, 'seen.json')
vim.cmd('qall!')
`

describe.skipIf(noNeovim)('Neovim', () => {
  test('attaches, shows findings, completes, goes to nodes, renames across an import and fixes', async () => {
    const cwd = folder({ 'nodes.ts': nodes, 'shop.topology.ts': shop, 'plain.topology.js': plain })
    expect((await topo(['init', '--editor', 'neovim'], { cwd })).code).toBe(0)
    const home = join(cwd, '.home')
    mkdirSync(home)
    writeFileSync(join(cwd, 'drive.lua'), drive)
    const args = [
      '--headless',
      '--clean',
      '-c',
      "lua local ok, e = pcall(dofile, 'drive.lua') if not ok then print(e) vim.cmd('cquit') end",
    ]
    const env = {
      ...process.env,
      HOME: home,
      XDG_STATE_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
    }
    const { status, stderr } = spawnSync('nvim', args, {
      cwd,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(stderr.replace(/^.*written\s*$/gm, '')).not.toMatch(/error|Error|nil/)
    expect(status).toBe(0)
    expect(JSON.parse(readFileSync(join(cwd, 'seen.json'), 'utf8'))).toEqual({
      attached: 'topo',
      stopped: true,
      diagnostics: ['text-ids', 'unknown-connection-type', 'unknown-icon'],
      left: [],
      fixed: plain
        .replace('id: 7', "id: '7'")
        .replace('databse', 'database')
        .replace(
          't.connect',
          '// topo-disable-next-line unknown-connection-type -- TODO: say why\nt.connect',
        ),
      imported: ['text-ids', 'unknown-icon'],
      completion: ['web', '7'],
      definition: ['nodes.ts', 1],
      renamed: shop.replace("connect('web'", "connect('site'"),
    })
    expect(readFileSync(join(cwd, 'nodes.ts'), 'utf8')).toBe(
      nodes.replace("id: 'web'", "id: 'site'"),
    )
  })
})
