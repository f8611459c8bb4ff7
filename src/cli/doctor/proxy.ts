/** Doctor check: the proxy to the service, and whether it answers. */
import { connect } from 'node:net'
import { localAddress } from '../service/settings.ts'
import { type DoctorCheck, failedCheck, ok } from './check.ts'
import type { DoctorContext } from './context.ts'
import { redactAddress } from './variables.ts'

export const proxy: DoctorCheck = {
  name: 'proxy',
  run: async (context) => {
    const url = await serviceUrl(context)
    if (!url) return []
    const found = proxyFor(url, context.variables)
    if (!found) return [ok(`${url.host} is reached directly`)]
    const { name, value } = found
    const text = `${redactAddress(value)} from ${name}`
    if (!URL.canParse(value)) {
      return [failedCheck(`${text} is not an address`, `Write ${name} like http://proxy.example.com:3128.`)]
    }
    const hint = `Check ${name}; NO_PROXY lists hosts to reach directly.`
    try {
      await tryConnect(new URL(value))
      return [ok(`${url.host} is reached through ${text}`)]
    } catch (error) {
      return [
        failedCheck(`${text} does not answer (${(error as NodeJS.ErrnoException).code ?? error})`, hint),
      ]
    }
  },
}

/** Undefined if no service is configured; another check reports that. */
export async function serviceUrl(context: DoctorContext): Promise<URL | undefined> {
  const choice = await context.choice().catch(() => undefined)
  return choice && choice.address !== localAddress ? new URL(choice.address) : undefined
}

/** The proxy that undici would use: lower-case variables take precedence, and https falls back to the http proxy. */
export function proxyFor(
  url: URL,
  variables: NodeJS.ProcessEnv,
): { name: string; value: string } | undefined {
  const given = (...names: string[]) => {
    const name = names.find((candidate) => variables[candidate] !== undefined)
    const value = name === undefined ? undefined : variables[name]
    return name !== undefined && value ? { name, value } : undefined
  }
  const forHttp = given('http_proxy', 'HTTP_PROXY')
  const found = url.protocol === 'https:' ? (given('https_proxy', 'HTTPS_PROXY') ?? forHttp) : forHttp
  return found && !isDirect(url, variables.no_proxy ?? variables.NO_PROXY ?? '') ? found : undefined
}

function isDirect(url: URL, noProxy: string): boolean {
  const host = url.host.replace(/:\d*$/, '').toLowerCase()
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return noProxy.split(/[,\s]/).some((entry) => {
    const [, name = entry, itsPort] = /^(.+):(\d+)$/.exec(entry) ?? []
    const domain = name.replace(/^\*?\./, '').toLowerCase()
    if (entry === '') return false
    return noProxy === '*' || ((itsPort ?? port) === port && (host === domain || host.endsWith(`.${domain}`)))
  })
}

function tryConnect({ hostname, port, protocol }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: 3000,
    })
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
    socket.once('error', reject)
  })
}
