#!/usr/bin/env node
// Old syntax and no modules, so that an old Node can run this far and print the message.
var version = process.versions.node.split('.').map(Number)
// `engines` in package.json says the same.
var first = { 20: 19, 22: 12 }[version[0]]
if (version[0] < 20 || version[0] === 21 || version[1] < first) {
  process.stderr.write(
    'topo needs Node 20.19, 22.12 or newer; this is ' + process.versions.node + '.\n',
  )
  process.exitCode = 1
} else {
  require('../dist/start.js').startTopo(
    require('path').join(__dirname, '../dist'),
    process.argv.slice(2),
  )
}
