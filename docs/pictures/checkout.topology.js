/*---
description: Card payments, from cart to ledger
tags: [payments, kafka]
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'shop', label: 'Shop', icon: 'browser', external: true })

const orders = topology.createGroup('orders', { label: 'Orders' })
orders
  .addProcess({ id: 'cart', label: 'Cart' })
  .addProcess({ id: 'cart-db', label: 'Carts', shape: 'cylinder' })
  .autoResize()

const payments = topology.createGroup('payments', { label: 'Payments' })
payments
  .addProcess({ id: 'cards', label: 'Cards' })
  .addProcess({ id: 'ledger', label: 'Ledger', shape: 'cylinder' })
  .autoResize()

const shipping = topology.createGroup('shipping', { label: 'Shipping' })
shipping
  .addProcess({ id: 'parcels', label: 'Parcels' })
  .addProcess({ id: 'labels', label: 'Labels', shape: 'cylinder' })
  .autoResize()

topology
  .connect('shop', 'cart', { type: 'http' })
  .connect('shop', 'cards', { type: 'http' })
  .connect('shop', 'parcels', { type: 'http' })
  .connect('cart', 'cart-db', { type: 'tcp', port: 5432 })
  .connect('cards', 'ledger', { type: 'tcp', port: 5432 })
  .connect('parcels', 'labels', { type: 'tcp', port: 5432 })
await topology.apply()
