/*---
description: Uploads are transcoded once and watched everywhere
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'creator', label: 'Creator', icon: 'user', external: true })
topology.createProcess({ id: 'viewer', label: 'Viewer', icon: 'user', external: true })

const ingest = topology.createGroup('ingest', { label: 'Ingest' })
ingest
  .addProcess({ id: 'upload-service', label: 'Upload service', icon: 'api' })
  .addProcess({ id: 'raw-video', label: 'Raw video', icon: 'storage' })
  .addProcess({ id: 'ingest-queue', label: 'Ingest queue', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const transcoding = topology.createGroup('transcoding', { label: 'Transcoding' })
transcoding
  .addProcess({ id: 'splitter', label: 'Splitter' })
  .newRow()
  .addProcess({ id: 'encoders', label: 'Encoders', icon: 'cpu', replicas: 4 })
  .addProcess({ id: 'packager', label: 'Packager' })
  .addProcess({ id: 'thumbnails', label: 'Thumbnails' })
  .addProcess({ id: 'captions', label: 'Captions' })
  .autoResize()

const library = topology.createGroup('library', { label: 'Library' })
library
  .addProcess({ id: 'segments', label: 'Segments', icon: 'storage' })
  .addProcess({ id: 'catalog', label: 'Catalog', shape: 'cylinder' })
  .addProcess({ id: 'rights', label: 'Rights', icon: 'lock' })
  .autoResize()

const playback = topology.createGroup('playback', { label: 'Playback' })
playback
  .addProcess({ id: 'web-player', label: 'Web player', icon: 'browser' })
  .addProcess({ id: 'playback-api', label: 'Playback API', icon: 'api' })
  .addProcess({ id: 'license-server', label: 'License server', icon: 'key' })
  .addProcess({ id: 'ad-server', label: 'Ad server' })
  .autoResize()

const delivery = topology.createGroup('delivery', { label: 'Delivery' })
delivery
  .addProcess({ id: 'origin-shield', label: 'Origin shield', icon: 'shield' })
  .addProcess({ id: 'cdn', label: 'CDN', icon: 'globe' })
  .autoResize()

const insight = topology.createGroup('insight', { label: 'Insight' })
insight
  .addProcess({ id: 'quality-events', label: 'Quality events', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'recommendations', label: 'Recommendations' })
  .addProcess({ id: 'watch-history', label: 'Watch history', shape: 'cylinder' })
  .autoResize()

topology
  .connect('creator', 'upload-service', { type: 'http' })
  .connect('upload-service', 'raw-video', { type: 'tcp' })
  .connect('upload-service', 'ingest-queue', { type: 'pulse' })
  .connect('ingest-queue', 'splitter', { type: 'pulse' })
  .connect('splitter', 'raw-video', { type: 'tcp' })
  .connect('splitter', 'encoders', { type: 'pulse' })
  .connect('splitter', 'thumbnails', { type: 'pulse' })
  .connect('splitter', 'captions', { type: 'pulse' })
  .connect('encoders', 'packager', { type: 'http' })
  .connect('packager', 'segments', { type: 'tcp' })
  .connect('thumbnails', 'segments', { type: 'tcp' })
  .connect('captions', 'segments', { type: 'tcp' })
  .connect('packager', 'catalog', { type: 'tcp' })
  .connect('viewer', 'web-player', { type: 'http' })
  .connect('web-player', 'playback-api', { type: 'http' })
  .connect('playback-api', 'catalog', { type: 'tcp' })
  .connect('playback-api', 'rights', { type: 'http' })
  .connect('web-player', 'license-server', { type: 'http' })
  .connect('license-server', 'rights', { type: 'http' })
  .connect('web-player', 'ad-server', { type: 'http' })
  .connect('web-player', 'cdn', { type: 'http', label: 'segments' })
  .connect('cdn', 'origin-shield', { type: 'http' })
  .connect('origin-shield', 'segments', { type: 'http' })
  .connect('web-player', 'quality-events', { type: 'pulse' })
  .connect('quality-events', 'watch-history', { type: 'pulse' })
  .connect('watch-history', 'recommendations', { type: 'tcp' })
  .connect('playback-api', 'recommendations', { type: 'http' })
await topology.apply()
