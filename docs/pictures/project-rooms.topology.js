// The folders of src/project and what each imports. Written by node scripts/generate.js; do not edit.
const imports = {
  check: ['icons', 'script'],
  config: ['script'],
  convert: ['check', 'config', 'script', 'select'],
  icons: [],
  script: [],
  select: ['check', 'config', 'icons', 'script'],
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
