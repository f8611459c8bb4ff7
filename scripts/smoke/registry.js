// A registry with the packed topo, for Deno, which installs no packed files; other packages are at npm's registry.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** @returns its address, and a function that closes it */
export async function openRegistry(tarball, upstream) {
  const bytes = readFileSync(tarball)
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }),
  )
  const { name, version } = manifest
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const server = createServer(({ url }, response) => {
    if (url === '/packed.tgz') response.end(bytes)
    else if (url === `/${name}`) {
      const dist = { tarball: `${address}/packed.tgz`, integrity }
      const versions = { [version]: { ...manifest, dist } }
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
    } else response.writeHead(302, { location: new URL(url.slice(1), upstream).href }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${server.address().port}`
  return { address, close: () => server.close() }
}
