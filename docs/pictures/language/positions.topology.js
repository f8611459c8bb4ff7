/*---
description: Positions from the script
---*/
const topology = new TopologyBuilder(false)

topology
  .createNode('hub', { label: 'Hub', shape: 'hexagon' }, { x: 220, y: 120 })
  .createNode('north', { label: 'North' }, { x: 220, y: 0 })
  .createNode('west', { label: 'West' }, { x: 0, y: 120 })
  .createNode('east', { label: 'East' }, { x: 440, y: 120 })
for (const id of ['north', 'west', 'east']) topology.connect(id, 'hub', { type: 'tcp' })
await topology.apply()
