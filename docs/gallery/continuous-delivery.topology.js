/*---
description: From a commit to a release that can be rolled back
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'developer', label: 'Developer', icon: 'user', external: true })
topology.createProcess({ id: 'chat', label: 'Chat', icon: 'mail', external: true })

const forge = topology.createGroup('forge', { label: 'Forge' })
forge
  .addProcess({ id: 'repository', label: 'Repository', icon: 'code' })
  .addProcess({ id: 'pull-request', label: 'Pull request' })
  .addProcess({ id: 'packages', label: 'Packages', icon: 'storage' })
  .autoResize()

const pipeline = topology.createGroup('pipeline', { label: 'Pipeline' })
pipeline
  .addProcess({ id: 'lint', label: 'Lint' })
  .addProcess({ id: 'unit-tests', label: 'Unit tests' })
  .addProcess({ id: 'build-image', label: 'Build image', icon: 'container' })
  .newRow()
  .addProcess({ id: 'scan', label: 'Scan', icon: 'shield' })
  .addProcess({ id: 'sign', label: 'Sign', icon: 'key' })
  .autoResize()

const registry = topology.createGroup('registry', { label: 'Registry' })
registry
  .addProcess({ id: 'images', label: 'Images', icon: 'container' })
  .addProcess({ id: 'signatures', label: 'Signatures', icon: 'lock' })
  .autoResize()

const delivery = topology.createGroup('delivery', { label: 'Delivery' })
delivery
  .addProcess({ id: 'environment-repository', label: 'Environment repository', icon: 'code' })
  .addProcess({ id: 'sync-agent', label: 'Sync agent' })
  .addProcess({ id: 'rollout-controller', label: 'Rollout controller' })
  .autoResize()

const staging = topology.createGroup('staging', { label: 'Staging' })
staging
  .addProcess({ id: 'staging-app', label: 'Staging app', icon: 'container' })
  .addProcess({ id: 'smoke-tests', label: 'Smoke tests' })
  .autoResize()

const production = topology.createGroup('production', { label: 'Production' })
production
  .addProcess({ id: 'canary', label: 'Canary', icon: 'container' })
  .addProcess({ id: 'stable', label: 'Stable', icon: 'container', replicas: 3 })
  .addProcess({ id: 'metrics', label: 'Metrics', icon: 'chart' })
  .autoResize()

topology
  .connect('developer', 'repository', { type: 'http', label: 'push' })
  .connect('repository', 'pull-request', { type: 'http' })
  .connect('pull-request', 'lint', { type: 'pulse' })
  .connect('pull-request', 'unit-tests', { type: 'pulse' })
  .connect('pull-request', 'build-image', { type: 'pulse' })
  .connect('build-image', 'packages', { type: 'http' })
  .connect('build-image', 'scan', { type: 'http' })
  .connect('scan', 'sign', { type: 'http' })
  .connect('sign', 'signatures', { type: 'http' })
  .connect('build-image', 'images', { type: 'http' })
  .connect('unit-tests', 'pull-request', { type: 'http', label: 'status' })
  .connect('lint', 'pull-request', { type: 'http', label: 'status' })
  .connect('sign', 'environment-repository', { type: 'http', label: 'new version' })
  .connect('environment-repository', 'sync-agent', { type: 'pulse' })
  .connect('sync-agent', 'staging-app', { type: 'http' })
  .connect('smoke-tests', 'staging-app', { type: 'http' })
  .connect('smoke-tests', 'environment-repository', { type: 'http', label: 'promote' })
  .connect('sync-agent', 'rollout-controller', { type: 'http' })
  .connect('rollout-controller', 'canary', { type: 'http' })
  .connect('rollout-controller', 'stable', { type: 'http' })
  .connect('rollout-controller', 'metrics', { type: 'http', label: 'compare' })
  .connect('canary', 'metrics', { type: 'tcp' })
  .connect('stable', 'metrics', { type: 'tcp' })
  .connect('canary', 'images', { type: 'tcp', label: 'pull' })
  .connect('stable', 'images', { type: 'tcp', label: 'pull' })
  .connect('rollout-controller', 'signatures', { type: 'http', label: 'verify' })
  .connect('rollout-controller', 'chat', { type: 'http' })
  .connect('chat', 'developer', { type: 'pulse' })
await topology.apply()
