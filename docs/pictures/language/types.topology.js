/*---
description: Every type of connection
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = 'tcp http monitoring replication discovery pulse'.split(' ')
values.forEach((value, index) => {
  topology
    .createProcess({ id: value, label: value, x: 0, y: index * 70 })
    .createProcess({ id: `${value}-end`, label: 'node', x: 300, y: index * 70 })
    .connect(value, `${value}-end`, { type: value })
})
await topology.apply()
