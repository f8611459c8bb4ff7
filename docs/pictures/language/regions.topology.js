/*---
description: Three regions
---*/
const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'dns', label: 'Name server', icon: 'dns' })

const world = topology.createGroup('world', { label: 'World' })
for (const region of ['us', 'eu', 'asia']) {
  world
    .addGroup({ id: region, label: region.toUpperCase() })
    .addProcess({ id: `${region}-web`, label: 'Web' })
    .newRow()
    .addProcess({ id: `${region}-db`, label: 'Database', shape: 'cylinder' })
    .autoResize()
  topology
    .connect('dns', `${region}-web`, { type: 'discovery' })
    .connect(`${region}-web`, `${region}-db`, { type: 'tcp', port: 5432 })
}
world.autoResize()
await topology.apply()
