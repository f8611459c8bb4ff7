/*---
description: Answers from the documents of a company, with their sources
---*/
const topology = new TopologyBuilder(true)

topology.createProcess({ id: 'employee', label: 'Employee', icon: 'user', external: true })

const front = topology.createGroup('front', { label: 'Front' })
front
  .addProcess({ id: 'chat-page', label: 'Chat page', icon: 'browser' })
  .addProcess({ id: 'gateway', label: 'Gateway', icon: 'api' })
  .addProcess({ id: 'guardrails', label: 'Guardrails', icon: 'shield' })
  .autoResize()

const answering = topology.createGroup('answering', { label: 'Answering' })
answering
  .addProcess({ id: 'conversation', label: 'Conversation' })
  .addProcess({ id: 'query-rewriter', label: 'Query rewriter' })
  .newRow()
  .addProcess({ id: 'retriever', label: 'Retriever', icon: 'search' })
  .addProcess({ id: 'reranker', label: 'Reranker' })
  .addProcess({ id: 'prompt-builder', label: 'Prompt builder' })
  .addProcess({ id: 'citations', label: 'Citations' })
  .autoResize()

const models = topology.createGroup('models', { label: 'Models' })
models
  .addProcess({ id: 'model-gateway', label: 'Model gateway', icon: 'router' })
  .addProcess({ id: 'large-model', label: 'Large model', icon: 'cloud', external: true })
  .addProcess({ id: 'small-model', label: 'Small model', icon: 'cpu' })
  .addProcess({ id: 'embeddings', label: 'Embeddings', icon: 'cpu' })
  .autoResize()

const index = topology.createGroup('index', { label: 'Index' })
index
  .addProcess({ id: 'vector-store', label: 'Vector store', shape: 'cylinder' })
  .addProcess({ id: 'keyword-index', label: 'Keyword index', shape: 'cylinder' })
  .addProcess({ id: 'permissions', label: 'Permissions', icon: 'lock' })
  .autoResize()

const indexing = topology.createGroup('indexing', { label: 'Indexing' })
indexing
  .addProcess({ id: 'crawlers', label: 'Crawlers', replicas: 3 })
  .addProcess({ id: 'parser', label: 'Parser' })
  .addProcess({ id: 'chunker', label: 'Chunker' })
  .addProcess({ id: 'change-queue', label: 'Change queue', icon: 'queue', shape: 'parallelogram' })
  .autoResize()

const sources = topology.createGroup('sources', { label: 'Sources' })
sources
  .addProcess({ id: 'wiki', label: 'Wiki', icon: 'browser' })
  .addProcess({ id: 'tickets', label: 'Tickets', icon: 'mail' })
  .addProcess({ id: 'file-share', label: 'File share', icon: 'storage' })
  .autoResize()

const quality = topology.createGroup('quality', { label: 'Quality' })
quality
  .addProcess({ id: 'feedback', label: 'Feedback', shape: 'cylinder' })
  .addProcess({ id: 'evaluation', label: 'Evaluation', icon: 'chart' })
  .autoResize()

topology
  .connect('employee', 'chat-page', { type: 'http' })
  .connect('chat-page', 'gateway', { type: 'http' })
  .connect('gateway', 'guardrails', { type: 'http' })
  .connect('gateway', 'conversation', { type: 'http' })
  .connect('conversation', 'query-rewriter', { type: 'http' })
  .connect('query-rewriter', 'model-gateway', { type: 'http' })
  .connect('query-rewriter', 'retriever', { type: 'http' })
  .connect('retriever', 'embeddings', { type: 'http' })
  .connect('retriever', 'vector-store', { type: 'tcp' })
  .connect('retriever', 'keyword-index', { type: 'tcp' })
  .connect('retriever', 'permissions', { type: 'tcp' })
  .connect('retriever', 'reranker', { type: 'http' })
  .connect('reranker', 'small-model', { type: 'http' })
  .connect('reranker', 'prompt-builder', { type: 'http' })
  .connect('prompt-builder', 'model-gateway', { type: 'http' })
  .connect('model-gateway', 'large-model', { type: 'http' })
  .connect('model-gateway', 'small-model', { type: 'http' })
  .connect('prompt-builder', 'citations', { type: 'http' })
  .connect('citations', 'conversation', { type: 'http' })
  .connect('wiki', 'change-queue', { type: 'pulse' })
  .connect('tickets', 'change-queue', { type: 'pulse' })
  .connect('change-queue', 'crawlers', { type: 'pulse' })
  .connect('crawlers', 'wiki', { type: 'http' })
  .connect('crawlers', 'tickets', { type: 'http' })
  .connect('crawlers', 'file-share', { type: 'http' })
  .connect('crawlers', 'parser', { type: 'http' })
  .connect('parser', 'chunker', { type: 'http' })
  .connect('chunker', 'embeddings', { type: 'http' })
  .connect('chunker', 'vector-store', { type: 'tcp' })
  .connect('chunker', 'keyword-index', { type: 'tcp' })
  .connect('crawlers', 'permissions', { type: 'tcp' })
  .connect('chat-page', 'feedback', { type: 'pulse' })
  .connect('feedback', 'evaluation', { type: 'tcp' })
  .connect('evaluation', 'large-model', { type: 'http' })
await topology.apply()
