// The folders of src/project and what each imports. Written by node scripts/generate.js; do not edit.
const imports = {
  check: ['files', 'icons', 'script'],
  compare: ['check', 'config', 'files', 'merge', 'remote', 'script', 'select', 'state'],
  config: ['files', 'script'],
  convert: ['config', 'files', 'script'],
  draw: ['check', 'config', 'files', 'remote', 'script', 'select'],
  export: ['config', 'files', 'import', 'plan', 'remote', 'script', 'state', 'sync'],
  files: [],
  icons: ['files'],
  import: ['check', 'config', 'files', 'plan', 'remote', 'script', 'select', 'state', 'sync'],
  merge: ['remote', 'script', 'state'],
  plan: ['merge', 'remote', 'script', 'select', 'state'],
  query: ['check', 'config', 'convert', 'files', 'script'],
  remote: ['check', 'files', 'script'],
  rename: ['check', 'config', 'files', 'query', 'script'],
  review: ['check', 'compare', 'config', 'files', 'query', 'remote', 'script', 'select', 'sync'],
  script: ['files'],
  select: ['check', 'config', 'files', 'icons', 'script'],
  state: ['config', 'files', 'remote', 'script', 'select'],
  sync: ['check', 'config', 'files', 'merge', 'plan', 'remote', 'script', 'select', 'state'],
  watch: ['check', 'config', 'files', 'plan', 'remote', 'script', 'select', 'state', 'sync'],
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
