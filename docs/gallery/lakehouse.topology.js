/*---
description: Sources, three layers of tables, and those who read them
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'scheduler', label: 'Scheduler', icon: 'clock' })
topology.createProcess({ id: 'analyst', label: 'Analyst', icon: 'user', external: true })

const sources = topology.createGroup('sources', { label: 'Sources' })
sources
  .addProcess({ id: 'crm', label: 'CRM', icon: 'cloud', external: true })
  .addProcess({ id: 'erp', label: 'ERP', icon: 'database', external: true })
  .addProcess({ id: 'clickstream', label: 'Clickstream', icon: 'queue', shape: 'parallelogram' })
  .addProcess({ id: 'partner-files', label: 'Partner files', icon: 'storage', external: true })
  .autoResize()

const ingest = topology.createGroup('ingest', { label: 'Ingest' })
ingest
  .addProcess({ id: 'connectors', label: 'Connectors' })
  .addProcess({ id: 'stream-loader', label: 'Stream loader' })
  .addProcess({ id: 'file-drop', label: 'File drop', icon: 'storage' })
  .autoResize()

const lakehouse = topology.createGroup('lakehouse', { label: 'Lakehouse' })

const tables = lakehouse.addGroup({ id: 'tables', label: 'Tables' })
tables
  .addProcess({ id: 'bronze', label: 'Bronze', icon: 'storage' })
  .addProcess({ id: 'silver', label: 'Silver', icon: 'storage' })
  .addProcess({ id: 'gold', label: 'Gold', icon: 'storage' })
  .autoResize()

const engines = lakehouse.addGroup({ id: 'engines', label: 'Engines' })
engines
  .addProcess({ id: 'batch-engine', label: 'Batch engine', icon: 'cpu' })
  .addProcess({ id: 'stream-engine', label: 'Stream engine', icon: 'cpu' })
  .addProcess({ id: 'sql-engine', label: 'SQL engine', icon: 'search' })
  .autoResize()

const governance = lakehouse.addGroup({ id: 'governance', label: 'Governance' })
governance
  .addProcess({ id: 'catalog', label: 'Catalog', icon: 'layers' })
  .addProcess({ id: 'lineage', label: 'Lineage' })
  .addProcess({ id: 'access-rules', label: 'Access rules', icon: 'lock' })
  .addProcess({ id: 'quality-checks', label: 'Quality checks', icon: 'shield' })
  .autoResize()
lakehouse.autoResize()

const serving = topology.createGroup('serving', { label: 'Serving' })
serving
  .addProcess({ id: 'semantic-layer', label: 'Semantic layer' })
  .addProcess({ id: 'reports', label: 'Reports', icon: 'chart' })
  .addProcess({ id: 'feature-store', label: 'Feature store', shape: 'cylinder' })
  .addProcess({ id: 'reverse-sync', label: 'Reverse sync' })
  .autoResize()

topology
  .connect('crm', 'connectors', { type: 'http' })
  .connect('erp', 'connectors', { type: 'tcp' })
  .connect('clickstream', 'stream-loader', { type: 'pulse' })
  .connect('partner-files', 'file-drop', { type: 'http' })
  .connect('connectors', 'bronze', { type: 'tcp' })
  .connect('stream-loader', 'bronze', { type: 'tcp' })
  .connect('file-drop', 'bronze', { type: 'tcp' })
  .connect('bronze', 'batch-engine', { type: 'tcp' })
  .connect('bronze', 'stream-engine', { type: 'tcp' })
  .connect('batch-engine', 'silver', { type: 'tcp' })
  .connect('stream-engine', 'silver', { type: 'tcp' })
  .connect('batch-engine', 'gold', { type: 'tcp' })
  .connect('gold', 'sql-engine', { type: 'tcp' })
  .connect('sql-engine', 'access-rules', { type: 'http' })
  .connect('sql-engine', 'catalog', { type: 'http' })
  .connect('batch-engine', 'lineage', { type: 'http' })
  .connect('quality-checks', 'silver', { type: 'tcp' })
  .connect('quality-checks', 'gold', { type: 'tcp' })
  .connect('catalog', 'lineage', { type: 'http' })
  .connect('semantic-layer', 'sql-engine', { type: 'http' })
  .connect('reports', 'semantic-layer', { type: 'http' })
  .connect('gold', 'feature-store', { type: 'tcp' })
  .connect('gold', 'reverse-sync', { type: 'tcp' })
  .connect('reverse-sync', 'crm', { type: 'http' })
  .connect('scheduler', 'connectors', { type: 'pulse' })
  .connect('scheduler', 'batch-engine', { type: 'pulse' })
  .connect('scheduler', 'quality-checks', { type: 'pulse' })
  .connect('analyst', 'reports', { type: 'http' })
  .connect('analyst', 'sql-engine', { type: 'http' })
await topology.apply()
