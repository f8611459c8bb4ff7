/** Doctor check: the proxy to the service, and whether it answers. */
import { connect } from 'node:net'
import { KnownError } from '../../../errors.ts'
import {
  directHosts,
  type ProxyChoice,
  proxyFor,
  proxySettings,
  readProxy,
} from '../../service/proxy/proxy-variables.ts'
import { localAddress } from '../../service/settings.ts'
import { type DoctorCheck, failedCheck, type Observation, ok, warning } from '../check.ts'
import type { DoctorContext } from '../context.ts'

export const proxy: DoctorCheck = {
  name: 'proxy',
  run: async (context) => {
    const variables = context.environment.proxy
    const wrong = proxySettings(variables).flatMap((setting) => unusable(() => readProxy(setting)))
    const unreadable = unreadableHosts(variables)
    const url = await serviceUrl(context)
    if (!url) return [...wrong, ...unreadable]
    // A proxy that cannot be one is among the wrong ones.
    const found = usable(() => proxyFor(url, variables))
    if (found === 'unusable') return [...wrong, ...unreadable]
    const way = found ? await checkProxy(found, url) : ok(`${url.host} is reached directly`)
    return [way, ...wrong, ...unreadable]
  },
}

function unusable(read: () => ProxyChoice): Observation[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return [failedCheck(error.message.replace(/\.$/, ''), error.hint)]
  }
}

function usable(read: () => ProxyChoice | undefined): ProxyChoice | undefined | 'unusable' {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return 'unusable'
  }
}

function unreadableHosts(variables: DoctorContext['environment']['proxy']): Observation[] {
  const { unreadable } = directHosts(variables)
  if (unreadable.length === 0) return []
  return [
    warning(
      `NO_PROXY has entries that are not hosts or networks: ${unreadable.join(', ')}`,
      'They match nothing. Write hosts, domains, addresses or networks such as 10.0.0.0/8.',
    ),
  ]
}

async function checkProxy(
  { variable, url, authorization }: ProxyChoice,
  service: URL,
): Promise<Observation> {
  const user = authorization === undefined ? '' : '[REDACTED]@'
  const text = `${url.protocol}//${user}${url.host} from ${variable}`
  try {
    await tryConnect(url)
    return ok(`${service.host} is reached through ${text}`)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? error
    const hint = `Check ${variable}; NO_PROXY lists hosts to reach directly.`
    return failedCheck(`${text} does not answer (${why})`, hint)
  }
}

/** Undefined if no service is configured; another check reports that. */
export async function serviceUrl(context: DoctorContext): Promise<URL | undefined> {
  const choice = await context.choice().catch(() => undefined)
  return choice && choice.address !== localAddress ? new URL(choice.address) : undefined
}

/** False also for a value that cannot be a proxy: this check reports it. */
export const isReachedDirectly = (url: URL, { environment }: DoctorContext): boolean =>
  usable(() => proxyFor(url, environment.proxy)) === undefined

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
