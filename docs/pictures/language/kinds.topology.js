/*---
description: Every call that creates a node
namespace: kinds
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = 'createGroup createProcess createCloud createDatabase createClient createActor createHost createVM createNode createDataCenter'.split(' ')
values.forEach((value, index) => {
  const [x, y] = [(index % 4) * 190, Math.floor(index / 4) * 90]
  topology[value]({ id: value, label: value, x, y })
})
await topology.apply()
