/*---
description: Two virtual machines on one host
---*/
const topology = new TopologyBuilder(true)
topology.createClient({ id: 'browser', label: 'Browser' }).createCloud('cdn', { label: 'CDN' })

const host = topology.createHost('host', { label: 'Host 1' })
for (const n of [1, 2]) {
  host
    .addVM({ id: `vm-${n}`, label: `VM ${n}` })
    .addProcess({ id: `app-${n}`, label: `App ${n}` })
    .autoResize()
  topology.connect('cdn', `app-${n}`, { type: 'http' })
}
host.autoResize()
topology.connect('browser', 'cdn', { type: 'http' })
await topology.apply()
