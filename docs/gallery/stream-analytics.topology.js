/*---
description: Changes of databases become streams, tables and dashboards
---*/
const topology = new TopologyBuilder(true)

const applications = topology.createGroup('applications', { label: 'Applications' })
applications
  .addProcess({ id: 'orders', label: 'Orders', icon: 'code' })
  .addProcess({ id: 'payments', label: 'Payments', icon: 'code' })
  .addProcess({ id: 'web-tracking', label: 'Web tracking', icon: 'browser' })
  .autoResize()

const databases = topology.createGroup('databases', { label: 'Databases' })
databases
  .addProcess({ id: 'orders-database', label: 'Orders database', shape: 'cylinder' })
  .addProcess({ id: 'payments-database', label: 'Payments database', shape: 'cylinder' })
  .autoResize()

const capture = topology.createGroup('capture', { label: 'Capture' })
capture
  .addProcess({ id: 'change-capture', label: 'Change capture' })
  .addProcess({ id: 'event-gateway', label: 'Event gateway', icon: 'api' })
  .addProcess({ id: 'schema-registry', label: 'Schema registry', icon: 'layers' })
  .autoResize()

const log = topology.createGroup('log', { label: 'Log' })
log
  .addProcess({ id: 'orders-topic', label: 'Orders topic', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'payments-topic', label: 'Payments topic', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'clicks-topic', label: 'Clicks topic', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const streams = topology.createGroup('streams', { label: 'Streams' })
streams
  .addProcess({ id: 'join', label: 'Join' })
  .addProcess({ id: 'sessions', label: 'Sessions' })
  .addProcess({ id: 'fraud-check', label: 'Fraud check', icon: 'shield' })
  .autoResize()

const sinks = topology.createGroup('sinks', { label: 'Sinks' })
sinks
  .addProcess({ id: 'warehouse', label: 'Warehouse', shape: 'cylinder' })
  .addProcess({ id: 'search-index', label: 'Search index', icon: 'search' })
  .addProcess({ id: 'object-store', label: 'Object store', icon: 'storage' })
  .addProcess({ id: 'alert-topic', label: 'Alert topic', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const use = topology.createGroup('use', { label: 'Use' })
use
  .addProcess({ id: 'dashboards', label: 'Dashboards', icon: 'chart' })
  .addProcess({ id: 'notebooks', label: 'Notebooks', icon: 'code' })
  .addProcess({ id: 'fraud-desk', label: 'Fraud desk', icon: 'user' })
  .autoResize()

topology
  .connect('orders', 'orders-database', { type: 'tcp' })
  .connect('payments', 'payments-database', { type: 'tcp' })
  .connect('orders-database', 'change-capture', { type: 'tcp' })
  .connect('payments-database', 'change-capture', { type: 'tcp' })
  .connect('web-tracking', 'event-gateway', { type: 'http' })
  .connect('change-capture', 'orders-topic', { type: 'pulse' })
  .connect('change-capture', 'payments-topic', { type: 'pulse' })
  .connect('event-gateway', 'clicks-topic', { type: 'pulse' })
  .connect('change-capture', 'schema-registry', { type: 'http' })
  .connect('event-gateway', 'schema-registry', { type: 'http' })
  .connect('orders-topic', 'join', { type: 'pulse' })
  .connect('payments-topic', 'join', { type: 'pulse' })
  .connect('payments-topic', 'fraud-check', { type: 'pulse' })
  .connect('clicks-topic', 'sessions', { type: 'pulse' })
  .connect('clicks-topic', 'fraud-check', { type: 'pulse' })
  .connect('join', 'schema-registry', { type: 'http' })
  .connect('join', 'warehouse', { type: 'tcp' })
  .connect('join', 'search-index', { type: 'tcp' })
  .connect('sessions', 'warehouse', { type: 'tcp' })
  .connect('clicks-topic', 'object-store', { type: 'pulse', label: 'archive' })
  .connect('orders-topic', 'object-store', { type: 'pulse', label: 'archive' })
  .connect('fraud-check', 'alert-topic', { type: 'pulse' })
  .connect('alert-topic', 'fraud-desk', { type: 'pulse' })
  .connect('warehouse', 'dashboards', { type: 'tcp' })
  .connect('object-store', 'notebooks', { type: 'tcp' })
  .connect('warehouse', 'notebooks', { type: 'tcp' })
  .connect('fraud-desk', 'payments', { type: 'http', label: 'block' })
await topology.apply()
