/*---
description: A provider of others that fails
---*/
const topology = new TopologyBuilder(true)

topology
  .createProcess({ id: 'checkout', label: 'Checkout', state: 'warning' })
  .createProcess({ id: 'bank', label: 'Bank', state: 'error', external: true, description: 'Refuses cards since 9:00.' })
  .connect('checkout', 'bank', { type: 'http', protocol: 'HTTPS', port: 443 })
await topology.apply()
