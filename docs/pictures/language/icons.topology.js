/*---
description: Every icon
namespace: icons
---*/
// Written by node scripts/generate.js; do not edit.
const topology = new TopologyBuilder(false)
const values = 'server cpu container database globe router load-balancer firewall dns cache browser terminal cloud shield lock user code api queue mail zap alert monitor mobile key memory hard-drive storage layers chart clock search'.split(' ')
values.forEach((value, index) => {
  const [x, y] = [(index % 4) * 190, Math.floor(index / 4) * 60]
  topology.createProcess({ id: value, label: value, icon: value, x, y })
})
await topology.apply()
