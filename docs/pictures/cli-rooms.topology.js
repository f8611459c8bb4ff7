// The folders of src/cli and what each imports. Written by node scripts/generate.js; do not edit.
const imports = {
  account: ['io'],
  api: ['command', 'io', 'service'],
  billing: ['command', 'io', 'service'],
  build: ['io'],
  command: ['io', 'service'],
  completion: ['help'],
  convert: ['command', 'io', 'sync'],
  doctor: ['help', 'io', 'service'],
  help: ['command', 'init', 'io'],
  init: ['io'],
  io: [],
  mock: ['command', 'io', 'service'],
  render: ['command', 'io', 'service', 'validate'],
  service: ['io'],
  sync: ['billing', 'command', 'io', 'render', 'service', 'validate'],
  validate: ['command', 'io', 'service'],
  views: ['command', 'io', 'render'],
  watch: ['io', 'sync', 'validate'],
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
