// Loaded before topo: counts its side effects, and kills the process with -9 at a step given by number or name.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const at = Number(process.env.KILL_AT)
const on = process.env.KILL_ON
const log = process.env.KILL_LOG
let count = 0
const step = (name) => {
  if (log) fs.appendFileSync(log, `${name}\n`)
  if (++count === at || name === on) process.kill(process.pid, 'SIGKILL')
}
const known = (file) =>
  String(file)
    .replace(/\\/g, '/')
    .replace(/^.*\/\.topo\//, '.topo/')
    .replace(/[0-9a-f]{64}/, '{hash}')

const { rename } = fs
fs.rename = (from, to, done) => {
  step(`before writing ${known(to)}`)
  rename(from, to, (error) => {
    step(`after writing ${known(to)}`)
    done(error)
  })
}
syncBuiltinESMExports()

const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const request = input instanceof Request ? input : new Request(input, init)
  const what = `${request.method} ${new URL(request.url).pathname.replace(/[0-9a-f-]{36}/i, '{id}')}`
  step(`before ${what}`)
  const response = await fetch(input, init)
  step(`after ${what}`)
  return response
}
