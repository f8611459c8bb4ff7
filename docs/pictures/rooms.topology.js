// The folders of src and what each imports. Written by node scripts/generate.js; do not edit.
const imports = {
  action: ['api', 'cli', 'commands', 'diff', 'files', 'project', 'query', 'render', 'reporters', 'review', 'sync', 'validator'],
  api: ['topology'],
  browser: ['convert', 'lsp', 'project', 'render', 'review', 'topology', 'validator'],
  cli: ['api', 'files', 'mock', 'project', 'raster', 'render', 'reporters', 'sync', 'validator'],
  commands: ['api', 'cli', 'convert', 'diff', 'files', 'lsp', 'mcp', 'mock', 'preview', 'project', 'query', 'raster', 'render', 'reporters', 'review', 'sync', 'validator'],
  convert: ['topology'],
  diff: ['topology'],
  exports: ['commands', 'mock', 'project', 'topology', 'validator'],
  files: ['topology'],
  lsp: ['diff', 'files', 'preview', 'project', 'query', 'render', 'topology', 'validator'],
  mcp: ['api', 'cli', 'diff', 'files', 'project', 'query', 'raster', 'render', 'review', 'sync', 'validator'],
  mock: ['api', 'render', 'topology', 'validator'],
  preview: ['files', 'project', 'render', 'review', 'sync', 'topology', 'validator'],
  project: ['api', 'convert', 'files', 'render', 'topology', 'validator'],
  query: ['convert', 'files', 'project', 'topology'],
  raster: ['render'],
  render: ['topology'],
  reporters: ['files', 'topology', 'validator'],
  review: ['api', 'diff', 'files', 'project', 'raster', 'render', 'sync', 'topology', 'validator'],
  start: ['cli', 'files'],
  sync: ['api', 'diff', 'files', 'project', 'render', 'topology', 'validator'],
  topology: [],
  validator: ['topology'],
}

// An arrow is left out if a longer way implies it: who imports cli reaches what cli imports.
const reaches = (from, to) => imports[from].some((next) => next === to || reaches(next, to))
const isImplied = (from, to) => imports[from].some((other) => other !== to && reaches(other, to))

const topology = new TopologyBuilder(true)
for (const room of Object.keys(imports)) topology.createProcess({ id: room, label: room })
for (const [room, imported] of Object.entries(imports)) {
  for (const to of imported) if (!isImplied(room, to)) topology.connect(room, to, { type: 'tcp' })
}
await topology.apply()
