/*---
description: Every state
namespace: states
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = 'running stopped warning error'.split(' ')
values.forEach((value, index) => {
  const [x, y] = [(index % 4) * 190, Math.floor(index / 4) * 90]
  topology.createProcess({ id: value, label: value, state: value, x, y })
})
await topology.apply()
