// The folders of src and what each imports. Written by node scripts/generate.js; do not edit.
const imports = {
  action: ['api', 'cli', 'diff', 'project', 'render', 'reporters', 'validator'],
  api: ['topology'],
  cli: ['api', 'diff', 'mock', 'project', 'render', 'reporters', 'validator'],
  commands: ['api', 'cli', 'convert', 'lsp', 'mcp', 'mock', 'preview', 'project'],
  convert: ['topology'],
  diff: ['topology'],
  exports: ['cli', 'mock', 'project', 'topology', 'validator'],
  lsp: ['diff', 'preview', 'project', 'render', 'topology', 'validator'],
  mcp: ['api', 'cli', 'diff', 'project', 'render', 'validator'],
  mock: ['api', 'render', 'topology', 'validator'],
  preview: ['project', 'render', 'topology', 'validator'],
  project: ['api', 'convert', 'diff', 'render', 'topology', 'validator'],
  render: ['topology'],
  reporters: ['topology', 'validator'],
  start: ['cli', 'project'],
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
