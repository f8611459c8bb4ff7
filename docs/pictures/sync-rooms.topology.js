// The folders of src/sync and what each imports. Written by node scripts/generate.js; do not edit.
const imports = {
  compare: ['merge', 'remote', 'state'],
  history: ['plan', 'remote', 'state'],
  import: ['plan', 'push', 'remote', 'send', 'state'],
  merge: ['remote', 'state'],
  plan: ['merge', 'remote', 'state'],
  pull: ['merge', 'plan', 'remote', 'send', 'state'],
  push: ['history', 'merge', 'plan', 'pull', 'remote', 'send', 'state'],
  remote: [],
  send: ['plan', 'remote', 'state'],
  state: ['remote'],
  watch: ['plan', 'push', 'remote', 'send', 'state'],
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
