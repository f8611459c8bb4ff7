#!/usr/bin/env node
// The oldest syntax will do here: an old Node must get this far to be told.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`topo needs Node 20.19 or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const { fileURLToPath } = await import('node:url')
  const { main } = await import('../dist/main.js')
  await main(process.argv.slice(2), fileURLToPath(new URL('..', import.meta.url)))
}
