/*---
description: Flights and hotels in one basket, booked as a saga
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'traveller', label: 'Traveller', icon: 'user', external: true })

const channels = topology.createGroup('channels', { label: 'Channels' })
channels
  .addProcess({ id: 'website', label: 'Website', icon: 'browser' })
  .addProcess({ id: 'app', label: 'App', icon: 'mobile' })
  .addProcess({ id: 'agency-api', label: 'Agency API', icon: 'api' })
  .autoResize()

const search = topology.createGroup('search', { label: 'Search' })
search
  .addProcess({ id: 'search-service', label: 'Search service', icon: 'search' })
  .addProcess({ id: 'offer-cache', label: 'Offer cache', icon: 'cache' })
  .addProcess({ id: 'ranking', label: 'Ranking' })
  .autoResize()

const booking = topology.createGroup('booking', { label: 'Booking' })
booking
  .addProcess({ id: 'basket', label: 'Basket' })
  .addProcess({ id: 'saga-coordinator', label: 'Saga coordinator' })
  .addProcess({ id: 'flight-booking', label: 'Flight booking' })
  .addProcess({ id: 'hotel-booking', label: 'Hotel booking' })
  .newRow()
  .addProcess({ id: 'payment', label: 'Payment' })
  .addProcess({ id: 'tickets', label: 'Tickets' })
  .autoResize()

const suppliers = topology.createGroup('suppliers', { label: 'Suppliers' })
suppliers
  .addProcess({ id: 'airline-hub', label: 'Airline hub', icon: 'cloud', external: true })
  .addProcess({ id: 'hotel-hub', label: 'Hotel hub', icon: 'cloud', external: true })
  .addProcess({ id: 'card-provider', label: 'Card provider', icon: 'cloud', external: true })
  .autoResize()

const stores = topology.createGroup('stores', { label: 'Stores' })
stores
  .addProcess({ id: 'baskets', label: 'Baskets', shape: 'cylinder' })
  .addProcess({ id: 'bookings', label: 'Bookings', shape: 'cylinder' })
  .addProcess({ id: 'outbox', label: 'Outbox', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const afterSales = topology.createGroup('after-sales', { label: 'After sales' })
afterSales
  .addProcess({ id: 'changes', label: 'Changes' })
  .addProcess({ id: 'refunds', label: 'Refunds' })
  .addProcess({ id: 'notifications', label: 'Notifications', icon: 'mail' })
  .addProcess({ id: 'customer-care', label: 'Customer care', icon: 'user' })
  .autoResize()

topology
  .connect('traveller', 'website', { type: 'http' })
  .connect('traveller', 'app', { type: 'http' })
  .connect('website', 'search-service', { type: 'http' })
  .connect('app', 'search-service', { type: 'http' })
  .connect('agency-api', 'search-service', { type: 'http' })
  .connect('search-service', 'offer-cache', { type: 'tcp' })
  .connect('search-service', 'ranking', { type: 'http' })
  .connect('search-service', 'airline-hub', { type: 'http' })
  .connect('search-service', 'hotel-hub', { type: 'http' })
  .connect('website', 'basket', { type: 'http' })
  .connect('app', 'basket', { type: 'http' })
  .connect('agency-api', 'basket', { type: 'http' })
  .connect('basket', 'baskets', { type: 'tcp' })
  .connect('basket', 'saga-coordinator', { type: 'http' })
  .connect('saga-coordinator', 'flight-booking', { type: 'http' })
  .connect('saga-coordinator', 'hotel-booking', { type: 'http' })
  .connect('saga-coordinator', 'payment', { type: 'http' })
  .connect('saga-coordinator', 'tickets', { type: 'http' })
  .connect('flight-booking', 'airline-hub', { type: 'http' })
  .connect('hotel-booking', 'hotel-hub', { type: 'http' })
  .connect('payment', 'card-provider', { type: 'http' })
  .connect('saga-coordinator', 'bookings', { type: 'tcp' })
  .connect('bookings', 'outbox', { type: 'pulse' })
  .connect('outbox', 'notifications', { type: 'pulse' })
  .connect('outbox', 'changes', { type: 'pulse' })
  .connect('airline-hub', 'changes', { type: 'pulse', label: 'schedule' })
  .connect('changes', 'saga-coordinator', { type: 'http' })
  .connect('changes', 'customer-care', { type: 'http' })
  .connect('customer-care', 'refunds', { type: 'http' })
  .connect('refunds', 'payment', { type: 'http' })
  .connect('notifications', 'traveller', { type: 'pulse' })
await topology.apply()
