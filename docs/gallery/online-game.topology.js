/*---
description: Players, matches, and what is kept of them
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'player', label: 'Player', icon: 'user', external: true })
topology.createProcess({ id: 'payment-provider', label: 'Payment provider', icon: 'cloud', external: true })

const entry = topology.createGroup('entry', { label: 'Entry' })
entry
  .addProcess({ id: 'login', label: 'Login', icon: 'lock' })
  .addProcess({ id: 'lobby', label: 'Lobby', icon: 'api' })
  .addProcess({ id: 'patch-server', label: 'Patch server', icon: 'storage' })
  .autoResize()

const matchmaking = topology.createGroup('matchmaking', { label: 'Matchmaking' })
matchmaking
  .addProcess({ id: 'ticket-queue', label: 'Ticket queue', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'matchmaker', label: 'Matchmaker' })
  .addProcess({ id: 'skill-ratings', label: 'Skill ratings', shape: 'cylinder' })
  .addProcess({ id: 'fleet-allocator', label: 'Fleet allocator' })
  .autoResize()

const gameServers = topology.createGroup('game-servers', { label: 'Game servers' })
gameServers
  .addProcess({ id: 'match-server', label: 'Match server', icon: 'server', replicas: 4 })
  .addProcess({ id: 'relay', label: 'Relay', icon: 'router' })
  .addProcess({ id: 'voice', label: 'Voice', icon: 'zap' })
  .addProcess({ id: 'replay-recorder', label: 'Replay recorder' })
  .autoResize()

const metaGame = topology.createGroup('meta-game', { label: 'Meta game' })
metaGame
  .addProcess({ id: 'inventory', label: 'Inventory' })
  .addProcess({ id: 'shop', label: 'Shop' })
  .addProcess({ id: 'quests', label: 'Quests' })
  .addProcess({ id: 'leaderboards', label: 'Leaderboards', icon: 'chart' })
  .newRow()
  .addProcess({ id: 'guilds', label: 'Guilds', icon: 'user' })
  .autoResize()

const stores = topology.createGroup('stores', { label: 'Stores' })
stores
  .addProcess({ id: 'player-store', label: 'Player store', shape: 'cylinder' })
  .addProcess({ id: 'cache', label: 'Cache', icon: 'cache' })
  .addProcess({ id: 'replays', label: 'Replays', icon: 'storage' })
  .autoResize()

const liveOperations = topology.createGroup('live-operations', { label: 'Live operations' })
liveOperations
  .addProcess({ id: 'telemetry', label: 'Telemetry', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'cheat-detection', label: 'Cheat detection', icon: 'shield' })
  .addProcess({ id: 'live-events', label: 'Live events', icon: 'clock' })
  .addProcess({ id: 'support-desk', label: 'Support desk', icon: 'user' })
  .autoResize()

topology
  .connect('player', 'login', { type: 'http' })
  .connect('player', 'lobby', { type: 'http' })
  .connect('player', 'patch-server', { type: 'http' })
  .connect('player', 'relay', { type: 'tcp', label: 'UDP' })
  .connect('player', 'voice', { type: 'tcp' })
  .connect('lobby', 'login', { type: 'http' })
  .connect('lobby', 'ticket-queue', { type: 'pulse' })
  .connect('ticket-queue', 'matchmaker', { type: 'pulse' })
  .connect('matchmaker', 'skill-ratings', { type: 'tcp' })
  .connect('matchmaker', 'fleet-allocator', { type: 'http' })
  .connect('fleet-allocator', 'match-server', { type: 'http' })
  .connect('relay', 'match-server', { type: 'tcp' })
  .connect('match-server', 'replay-recorder', { type: 'pulse' })
  .connect('replay-recorder', 'replays', { type: 'tcp' })
  .connect('match-server', 'skill-ratings', { type: 'tcp', label: 'result' })
  .connect('match-server', 'telemetry', { type: 'pulse' })
  .connect('lobby', 'inventory', { type: 'http' })
  .connect('lobby', 'shop', { type: 'http' })
  .connect('lobby', 'quests', { type: 'http' })
  .connect('lobby', 'leaderboards', { type: 'http' })
  .connect('lobby', 'guilds', { type: 'http' })
  .connect('shop', 'payment-provider', { type: 'http' })
  .connect('shop', 'inventory', { type: 'http' })
  .connect('quests', 'inventory', { type: 'http' })
  .connect('inventory', 'player-store', { type: 'tcp' })
  .connect('guilds', 'player-store', { type: 'tcp' })
  .connect('leaderboards', 'cache', { type: 'tcp' })
  .connect('telemetry', 'cheat-detection', { type: 'pulse' })
  .connect('telemetry', 'leaderboards', { type: 'pulse' })
  .connect('cheat-detection', 'login', { type: 'http', label: 'ban' })
  .connect('live-events', 'quests', { type: 'http' })
  .connect('live-events', 'shop', { type: 'http' })
  .connect('support-desk', 'player-store', { type: 'tcp' })
  .connect('support-desk', 'replays', { type: 'tcp' })
await topology.apply()
