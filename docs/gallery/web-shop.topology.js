/*---
description: Shoppers browse, pay, and get a parcel
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'shopper', label: 'Shopper', icon: 'user', external: true })
topology.createProcess({ id: 'card-network', label: 'Card network', icon: 'cloud', external: true })
topology.createProcess({ id: 'carrier', label: 'Carrier', icon: 'cloud', external: true })

const edge = topology.createGroup('edge', { label: 'Edge' })
edge
  .addProcess({ id: 'cdn', label: 'CDN', icon: 'globe' })
  .addProcess({ id: 'firewall', label: 'Firewall', icon: 'firewall' })
  .addProcess({ id: 'gateway', label: 'Gateway', icon: 'api' })
  .autoResize()

const services = topology.createGroup('services', { label: 'Services' })
services
  .addProcess({ id: 'catalog', label: 'Catalog' })
  .addProcess({ id: 'search', label: 'Search', icon: 'search' })
  .addProcess({ id: 'cart', label: 'Cart' })
  .addProcess({ id: 'checkout', label: 'Checkout' })
  .newRow()
  .addProcess({ id: 'orders', label: 'Orders' })
  .addProcess({ id: 'accounts', label: 'Accounts', icon: 'user' })
  .autoResize()

const stores = topology.createGroup('stores', { label: 'Stores' })
stores
  .addProcess({ id: 'products', label: 'Products', shape: 'cylinder' })
  .addProcess({ id: 'search-index', label: 'Search index', shape: 'cylinder' })
  .addProcess({ id: 'carts', label: 'Carts', icon: 'cache' })
  .newRow()
  .addProcess({ id: 'order-book', label: 'Order book', shape: 'cylinder' })
  .addProcess({ id: 'profiles', label: 'Profiles', shape: 'cylinder' })
  .autoResize()

const background = topology.createGroup('background', { label: 'Background' })
background
  .addProcess({ id: 'events', label: 'Events', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'mailer', label: 'Mailer', icon: 'mail' })
  .addProcess({ id: 'invoices', label: 'Invoices' })
  .addProcess({ id: 'warehouse', label: 'Warehouse' })
  .autoResize()

topology
  .connect('shopper', 'cdn', { type: 'http' })
  .connect('cdn', 'firewall', { type: 'http' })
  .connect('firewall', 'gateway', { type: 'http' })
  .connect('gateway', 'catalog', { type: 'http' })
  .connect('gateway', 'search', { type: 'http' })
  .connect('gateway', 'cart', { type: 'http' })
  .connect('gateway', 'checkout', { type: 'http' })
  .connect('gateway', 'accounts', { type: 'http' })
  .connect('catalog', 'products', { type: 'tcp' })
  .connect('search', 'search-index', { type: 'tcp' })
  .connect('cart', 'carts', { type: 'tcp' })
  .connect('checkout', 'cart', { type: 'http' })
  .connect('checkout', 'orders', { type: 'http' })
  .connect('checkout', 'card-network', { type: 'http', label: 'authorise' })
  .connect('orders', 'order-book', { type: 'tcp' })
  .connect('accounts', 'profiles', { type: 'tcp' })
  .connect('orders', 'events', { type: 'pulse' })
  .connect('catalog', 'events', { type: 'pulse' })
  .connect('events', 'mailer', { type: 'pulse' })
  .connect('events', 'invoices', { type: 'pulse' })
  .connect('events', 'warehouse', { type: 'pulse' })
  .connect('events', 'search', { type: 'pulse', label: 'reindex' })
  .connect('warehouse', 'carrier', { type: 'http' })
  .connect('mailer', 'profiles', { type: 'tcp' })
await topology.apply()
