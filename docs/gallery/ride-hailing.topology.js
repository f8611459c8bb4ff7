/*---
description: Matching riders with drivers, and paying for the trip
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'rider', label: 'Rider', icon: 'mobile', external: true })
topology.createProcess({ id: 'driver', label: 'Driver', icon: 'mobile', external: true })

const edge = topology.createGroup('edge', { label: 'Edge' })
edge
  .addProcess({ id: 'api-gateway', label: 'API gateway', icon: 'api' })
  .addProcess({ id: 'socket-gateway', label: 'Socket gateway', icon: 'router' })
  .autoResize()

const dispatch = topology.createGroup('dispatch', { label: 'Dispatch' })
dispatch
  .addProcess({ id: 'matching', label: 'Matching' })
  .addProcess({ id: 'driver-locations', label: 'Driver locations', icon: 'globe' })
  .addProcess({ id: 'routing', label: 'Routing' })
  .addProcess({ id: 'arrival-times', label: 'Arrival times', icon: 'clock' })
  .autoResize()

const trips = topology.createGroup('trips', { label: 'Trips' })
trips
  .addProcess({ id: 'trip-service', label: 'Trip service' })
  .addProcess({ id: 'pricing', label: 'Pricing' })
  .addProcess({ id: 'surge', label: 'Surge' })
  .addProcess({ id: 'trip-store', label: 'Trip store', shape: 'cylinder' })
  .autoResize()

const money = topology.createGroup('money', { label: 'Money' })
money
  .addProcess({ id: 'payments', label: 'Payments' })
  .addProcess({ id: 'driver-payouts', label: 'Driver payouts' })
  .addProcess({ id: 'card-provider', label: 'Card provider', icon: 'cloud', external: true })
  .autoResize()

const trust = topology.createGroup('trust', { label: 'Trust' })
trust
  .addProcess({ id: 'identity-checks', label: 'Identity checks', icon: 'shield' })
  .addProcess({ id: 'safety', label: 'Safety', icon: 'alert' })
  .addProcess({ id: 'ratings', label: 'Ratings' })
  .autoResize()

const streams = topology.createGroup('streams', { label: 'Streams' })
streams
  .addProcess({ id: 'location-stream', label: 'Location stream', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'trip-events', label: 'Trip events', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'heat-maps', label: 'Heat maps', icon: 'chart' })
  .autoResize()

topology
  .connect('rider', 'api-gateway', { type: 'http' })
  .connect('driver', 'socket-gateway', { type: 'tcp' })
  .connect('driver', 'api-gateway', { type: 'http' })
  .connect('socket-gateway', 'location-stream', { type: 'pulse' })
  .connect('location-stream', 'driver-locations', { type: 'pulse' })
  .connect('location-stream', 'heat-maps', { type: 'pulse' })
  .connect('api-gateway', 'trip-service', { type: 'http' })
  .connect('api-gateway', 'pricing', { type: 'http' })
  .connect('api-gateway', 'ratings', { type: 'http' })
  .connect('api-gateway', 'identity-checks', { type: 'http' })
  .connect('trip-service', 'matching', { type: 'http' })
  .connect('matching', 'driver-locations', { type: 'tcp' })
  .connect('matching', 'arrival-times', { type: 'http' })
  .connect('arrival-times', 'routing', { type: 'http' })
  .connect('matching', 'socket-gateway', { type: 'http', label: 'offer' })
  .connect('pricing', 'surge', { type: 'http' })
  .connect('pricing', 'routing', { type: 'http' })
  .connect('heat-maps', 'surge', { type: 'pulse' })
  .connect('trip-service', 'trip-store', { type: 'tcp' })
  .connect('trip-service', 'trip-events', { type: 'pulse' })
  .connect('trip-events', 'payments', { type: 'pulse' })
  .connect('trip-events', 'driver-payouts', { type: 'pulse' })
  .connect('trip-events', 'safety', { type: 'pulse' })
  .connect('payments', 'card-provider', { type: 'http' })
  .connect('driver-payouts', 'card-provider', { type: 'http' })
  .connect('safety', 'socket-gateway', { type: 'http' })
  .connect('trip-events', 'ratings', { type: 'pulse' })
await topology.apply()
