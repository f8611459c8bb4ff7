/*---
description: Every shape
namespace: shapes
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = 'default cylinder diamond cloud hexagon parallelogram circle'.split(' ')
values.forEach((value, index) => {
  const [x, y] = [(index % 4) * 190, Math.floor(index / 4) * 90]
  topology.createProcess({ id: value, label: value, shape: value, x, y })
})
await topology.apply()
