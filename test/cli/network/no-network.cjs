// Loaded before topo by NODE_OPTIONS: throws on any use of the network, so that no test can miss it.
const dns = require('node:dns')
const net = require('node:net')

function refuse(what) {
  return () => {
    require('node:fs').writeSync(2, `REACHED FOR THE NETWORK: ${what}\n`)
    process.abort()
  }
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...words) {
  // Pipes of child processes are sockets too, without a port.
  const [given] = Array.isArray(words[0]) ? words[0] : words
  if (given && typeof given === 'object' && given.path !== undefined)
    return connect.apply(this, words)
  return refuse('connect')()
}
dns.lookup = refuse('dns.lookup')
dns.promises.lookup = refuse('dns.promises.lookup')
