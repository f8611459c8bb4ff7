/*---
description: Sidecars carry every call, and a control plane tells them how
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'user', label: 'User', icon: 'user', external: true })

const ingress = topology.createGroup('ingress', { label: 'Ingress' })
ingress
  .addProcess({ id: 'gateway', label: 'Gateway', icon: 'router' })
  .addProcess({ id: 'rate-limits', label: 'Rate limits', icon: 'shield' })
  .autoResize()

const controlPlane = topology.createGroup('control-plane', { label: 'Control plane' })
controlPlane
  .addProcess({ id: 'discovery', label: 'Discovery' })
  .addProcess({ id: 'certificate-authority', label: 'Certificate authority', icon: 'key' })
  .addProcess({ id: 'configuration', label: 'Configuration', icon: 'layers' })
  .addProcess({ id: 'injector', label: 'Injector' })
  .autoResize()

const frontend = topology.createGroup('frontend', { label: 'Frontend' })
frontend
  .addProcess({ id: 'web', label: 'Web', icon: 'container' })
  .addProcess({ id: 'web-proxy', label: 'Web proxy', icon: 'zap' })
  .autoResize()

const reviews = topology.createGroup('reviews', { label: 'Reviews' })
reviews
  .addProcess({ id: 'reviews-v1', label: 'Reviews v1', icon: 'container' })
  .addProcess({ id: 'reviews-v2', label: 'Reviews v2', icon: 'container' })
  .addProcess({ id: 'reviews-proxy', label: 'Reviews proxy', icon: 'zap' })
  .autoResize()

const details = topology.createGroup('details', { label: 'Details' })
details
  .addProcess({ id: 'details-service', label: 'Details service', icon: 'container' })
  .addProcess({ id: 'details-proxy', label: 'Details proxy', icon: 'zap' })
  .autoResize()

const ratings = topology.createGroup('ratings', { label: 'Ratings' })
ratings
  .addProcess({ id: 'ratings-service', label: 'Ratings service', icon: 'container' })
  .addProcess({ id: 'ratings-proxy', label: 'Ratings proxy', icon: 'zap' })
  .addProcess({ id: 'ratings-database', label: 'Ratings database', shape: 'cylinder' })
  .autoResize()

const telemetry = topology.createGroup('telemetry', { label: 'Telemetry' })
telemetry
  .addProcess({ id: 'metrics', label: 'Metrics', icon: 'chart' })
  .addProcess({ id: 'traces', label: 'Traces' })
  .addProcess({ id: 'access-log', label: 'Access log', icon: 'terminal' })
  .autoResize()

topology
  .connect('user', 'gateway', { type: 'http' })
  .connect('gateway', 'rate-limits', { type: 'http' })
  .connect('gateway', 'web-proxy', { type: 'http', label: 'mTLS' })
  .connect('web-proxy', 'web', { type: 'http' })
  .connect('web-proxy', 'reviews-proxy', { type: 'http', label: 'mTLS' })
  .connect('web-proxy', 'details-proxy', { type: 'http', label: 'mTLS' })
  .connect('reviews-proxy', 'reviews-v1', { type: 'http', label: '90 %' })
  .connect('reviews-proxy', 'reviews-v2', { type: 'http', label: '10 %' })
  .connect('details-proxy', 'details-service', { type: 'http' })
  .connect('reviews-v2', 'ratings-proxy', { type: 'http' })
  .connect('ratings-proxy', 'ratings-service', { type: 'http' })
  .connect('ratings-service', 'ratings-database', { type: 'tcp' })
  .connect('configuration', 'discovery', { type: 'http' })
  .connect('injector', 'configuration', { type: 'http' })
  .connect('discovery', 'gateway', { type: 'tcp' })
  .connect('discovery', 'web-proxy', { type: 'tcp' })
  .connect('discovery', 'reviews-proxy', { type: 'tcp' })
  .connect('discovery', 'details-proxy', { type: 'tcp' })
  .connect('discovery', 'ratings-proxy', { type: 'tcp' })
  .connect('certificate-authority', 'discovery', { type: 'http' })
  .connect('web-proxy', 'metrics', { type: 'pulse' })
  .connect('reviews-proxy', 'traces', { type: 'pulse' })
  .connect('ratings-proxy', 'traces', { type: 'pulse' })
  .connect('gateway', 'access-log', { type: 'pulse' })
await topology.apply()
