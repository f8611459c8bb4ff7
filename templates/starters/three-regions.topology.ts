/*---
name: Three regions
description: One service in three regions, written in TypeScript
tags: [starter, regions]
public: true
---*/
// Needs a service that also knows createProcess, icon, shardId, shardRole, scenario, flashError and showError.
type Region = { id: string; label: string; primary: boolean }

const regions: Region[] = [
  { id: 'eu', label: 'Europe', primary: true },
  { id: 'us', label: 'America', primary: false },
  { id: 'ap', label: 'Asia', primary: false },
]

const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'dns', label: 'Geo DNS', icon: 'dns' })

function addRegion({ id, label, primary }: Region): void {
  const region = topology.createGroup(id, { label })
  region
    .addProcess({ id: `${id}-api`, label: `API ${label}`, icon: 'api' })
    .addProcess({
      id: `${id}-db`,
      label: primary ? 'Primary' : 'Replica',
      shape: 'cylinder',
      shardId: 'accounts',
      shardRole: primary ? 'primary' : 'replica',
    })
    .autoResize()
  topology.connect('dns', `${id}-api`, { type: 'discovery' })
  topology.connect(`${id}-api`, `${id}-db`, { type: 'tcp', port: 5432 })
}

regions.forEach(addRegion)
for (const { id } of regions.filter(({ primary }) => !primary)) {
  topology.connect('eu-db', `${id}-db`, { type: 'replication', label: 'async' })
}

await topology.apply()

export default new FlowBuilder()
  .scenario('near', 'A nearby replica answers a read')
  .from('dns')
  .to('ap-api')
  .to('ap-db')
  .showMessage('[REPLICA] 4 ms')
  .scenario('lost', 'The primary fails')
  .from('eu-api')
  .to('eu-db')
  .flashError('eu-db')
  .showError('[PRIMARY] writes wait until a replica is promoted')
