/*---
description: From a terminal to the books, with checks on the way
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'cardholder', label: 'Cardholder', icon: 'user', external: true })
topology.createProcess({ id: 'bank', label: 'Bank', icon: 'cloud', external: true })

const acceptance = topology.createGroup('acceptance', { label: 'Acceptance' })
acceptance
  .addProcess({ id: 'terminal', label: 'Terminal', icon: 'mobile' })
  .addProcess({ id: 'checkout-page', label: 'Checkout page', icon: 'browser' })
  .addProcess({ id: 'gateway', label: 'Gateway', icon: 'api' })
  .autoResize()

const processing = topology.createGroup('processing', { label: 'Processing' })
processing
  .addProcess({ id: 'orchestrator', label: 'Orchestrator' })
  .addProcess({ id: 'vault', label: 'Vault', icon: 'lock' })
  .newRow()
  .addProcess({ id: 'risk', label: 'Risk', icon: 'shield' })
  .addProcess({ id: 'routing', label: 'Routing' })
  .addProcess({ id: '3-d-secure', label: '3-D Secure', icon: 'key' })
  .autoResize()

const networks = topology.createGroup('networks', { label: 'Networks' })
networks
  .addProcess({ id: 'scheme-a', label: 'Scheme A', icon: 'cloud', external: true })
  .addProcess({ id: 'scheme-b', label: 'Scheme B', icon: 'cloud', external: true })
  .addProcess({ id: 'issuer', label: 'Issuer', icon: 'cloud', external: true })
  .autoResize()

const money = topology.createGroup('money', { label: 'Money' })
money
  .addProcess({ id: 'ledger', label: 'Ledger', shape: 'cylinder' })
  .addProcess({ id: 'settlement', label: 'Settlement' })
  .addProcess({ id: 'payouts', label: 'Payouts' })
  .addProcess({ id: 'reconciliation', label: 'Reconciliation' })
  .newRow()
  .addProcess({ id: 'disputes', label: 'Disputes' })
  .autoResize()

const merchants = topology.createGroup('merchants', { label: 'Merchants' })
merchants
  .addProcess({ id: 'portal', label: 'Portal', icon: 'browser' })
  .addProcess({ id: 'webhooks', label: 'Webhooks', icon: 'zap' })
  .addProcess({ id: 'reports', label: 'Reports', icon: 'chart' })
  .autoResize()

topology
  .connect('cardholder', 'terminal', { type: 'http' })
  .connect('cardholder', 'checkout-page', { type: 'http' })
  .connect('terminal', 'gateway', { type: 'tcp' })
  .connect('checkout-page', 'gateway', { type: 'http' })
  .connect('gateway', 'orchestrator', { type: 'http' })
  .connect('orchestrator', 'vault', { type: 'http' })
  .connect('orchestrator', 'risk', { type: 'http' })
  .connect('orchestrator', '3-d-secure', { type: 'http' })
  .connect('3-d-secure', 'issuer', { type: 'http' })
  .connect('orchestrator', 'routing', { type: 'http' })
  .connect('routing', 'scheme-a', { type: 'tcp' })
  .connect('routing', 'scheme-b', { type: 'tcp' })
  .connect('scheme-a', 'issuer', { type: 'tcp' })
  .connect('scheme-b', 'issuer', { type: 'tcp' })
  .connect('orchestrator', 'ledger', { type: 'tcp' })
  .connect('orchestrator', 'webhooks', { type: 'pulse' })
  .connect('ledger', 'settlement', { type: 'tcp' })
  .connect('settlement', 'payouts', { type: 'http' })
  .connect('payouts', 'bank', { type: 'http' })
  .connect('scheme-a', 'reconciliation', { type: 'tcp', label: 'files' })
  .connect('scheme-b', 'reconciliation', { type: 'tcp', label: 'files' })
  .connect('ledger', 'reconciliation', { type: 'tcp' })
  .connect('scheme-a', 'disputes', { type: 'pulse' })
  .connect('disputes', 'ledger', { type: 'tcp' })
  .connect('disputes', 'portal', { type: 'http' })
  .connect('portal', 'reports', { type: 'http' })
  .connect('ledger', 'reports', { type: 'tcp' })
  .connect('risk', 'ledger', { type: 'tcp', label: 'history' })
await topology.apply()
