/*---
description: Every type of connection
namespace: types
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = 'tcp http monitoring replication discovery pulse'.split(' ')
values.forEach((value, index) => {
  const [x, y] = [(index % 1) * 190, Math.floor(index / 1) * 70]
  topology
    .createProcess({ id: value, label: value, x, y })
    .createProcess({ id: `${value}-end`, label: 'node', x: 300, y })
    .connect(value, `${value}-end`, { type: value })
})
await topology.apply()
