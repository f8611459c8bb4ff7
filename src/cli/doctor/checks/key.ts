/** Doctor checks: the key, its source, and whether the service accepts it; the headers for a gateway in front of the service. */
import { ExitCode, KnownError } from '../../../errors.ts'
import { localAddress, unconfirmedAddress, unsentSecret } from '../../service/settings.ts'
import { type DoctorCheck, failedCheck, ok, warning } from '../check.ts'

export const key: DoctorCheck = {
  name: 'key',
  run: async (context) => {
    const choice = await context.choice().catch(() => undefined)
    if (!choice) return []
    const source = choice.key?.source
    if (choice.address === localAddress) return [ok(`a key of the demo database (${source})`)]
    const unsent = unsentSecret(choice)
    if (unsent) {
      const { message, hint } = unconfirmedAddress(choice, unsent)
      return [warning(withoutFullStop(message).replace(/^The/, 'the'), hint)]
    }
    if (source === undefined) {
      return [
        warning(
          `no key for ${choice.address}`,
          'Run "topo login", or set TOPO_API_KEY in a pipeline.',
        ),
      ]
    }
    const probe = await context.probe()
    try {
      const { tierId = '' } = (await probe?.withKey())?.answer ?? {}
      const header = choice.keyHeader ? `, sent as ${choice.keyHeader.value},` : ''
      return [ok(`the key from ${source}${header} is valid (tier ${tierId})`)]
    } catch (error) {
      if (!(error instanceof KnownError)) throw error
      return [await refusalOf(error, source, probe)]
    }
  },
}

type Probe = Awaited<ReturnType<Parameters<DoctorCheck['run']>[0]['probe']>>

/** Why a request with the key failed. */
async function refusalOf(
  { code, exitCode, message, hint }: KnownError,
  source: string,
  probe: Probe,
) {
  if (code === 'TOPO_UNAUTHORIZED') {
    return failedCheck(`the key from ${source} is unknown or revoked`, hint)
  }
  const isOwnFault = exitCode === ExitCode.auth || exitCode === ExitCode.usage
  // Another check reports the proxy.
  if (isOwnFault && code !== 'TOPO_PROXY_INVALID')
    return failedCheck(withoutFullStop(message), hint)
  // The service check reports the cause.
  const away = await probe?.anonymous().then(
    () => false,
    () => true,
  )
  const title = `the key from ${source}`
  if (away) return warning(`${title} was not sent, because the service does not answer`, undefined)
  return warning(`${title} could not be checked: ${withoutFullStop(message)}`, hint)
}

const withoutFullStop = (message: string) => message.replace(/\.$/, '')

export const headersCheck: DoctorCheck = {
  name: 'headers',
  run: async (context) => {
    const { headers } = (await context.choice().catch(() => undefined)) ?? {}
    if (!headers) return []
    return [ok(`headers for the service, from ${headers.source}: ${headers.names.join(', ')}`)]
  },
}
