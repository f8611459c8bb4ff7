/** Doctor check: the base URL resolves, and the service answers. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { KnownError } from '../../../errors.ts'
import { localAddress } from '../../service/settings.ts'
import { type DoctorCheck, failedCheck, type Observation, ok, warning } from '../check.ts'
import type { DoctorContext } from '../context.ts'
import { isReachedDirectly } from './proxy.ts'

export const service: DoctorCheck = {
  name: 'service',
  run: async (context) => {
    const chosen = await choose(context)
    if ('status' in chosen) return [chosen]
    const { address, addressSource } = chosen
    if (address === localAddress)
      return [ok(`the local service that is built into topo (${addressSource})`)]
    const url = new URL(address)
    const direct = isReachedDirectly(url, context)
    const name =
      direct && !isIP(url.hostname.replace(/^\[|\]$/g, '')) ? await resolveName(url.hostname) : []
    if (name.some(({ status }) => status === 'problem')) return name
    return [...name, await checkAnswer(context, `${address} (${addressSource})`)]
  },
}

/** Only warns if no service is configured: many commands need none. */
async function choose(context: DoctorContext) {
  try {
    return await context.choice()
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    const { code, message, hint } = error
    const text = message.replace(/\.$/, '')
    return code === 'TOPO_NO_SERVICE' ? warning(text, hint) : failedCheck(text, hint)
  }
}

async function resolveName(hostname: string): Promise<Observation[]> {
  try {
    const addresses = await lookup(hostname, { all: true })
    return [ok(`${hostname} is ${addresses.map(({ address }) => address).join(', ')}`)]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [
      failedCheck(
        `the host name ${hostname} cannot be resolved (${code})`,
        'Check the base URL and the network; behind a proxy set HTTPS_PROXY.',
      ),
    ]
  }
}

async function checkAnswer(context: DoctorContext, text: string): Promise<Observation> {
  const answered = await (await context.probe())?.anonymous()
  if (!answered) return ok(text)
  const { headers, milliseconds } = answered
  const kind = headers.get('x-topo-mock') === null ? 'the service' : 'an embedded service'
  return ok(`${text} is ${kind} and answered in ${milliseconds} ms`)
}
