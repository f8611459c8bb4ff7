/*---
description: A queue between two services
---*/
const topology = new TopologyBuilder(true)

topology
  .createProcess({ id: 'orders', label: 'Orders', icon: 'api' })
  .createProcess({ id: 'events', label: 'Events', icon: 'queue' })
  .createProcess({ id: 'mailer', label: 'Mailer', icon: 'mail' })
  .connect('orders', 'events', { type: 'tcp', label: 'publish', protocol: 'AMQP' })
  .connect('events', 'mailer', { type: 'pulse', label: 'deliver' })
await topology.apply()
