/** Opens the input of the doctor checks; if one part fails, the checks of the others still run. */
import { readConfig } from '../../project/config/config.ts'
import { findRoot } from '../../project/files/root.ts'
import { once } from '../../project/once.ts'
import type { Environment } from '../io/environment.ts'
import { Profiles } from '../service/profiles.ts'
import { userAgent } from '../service/service.ts'
import { chooseService, localAddress, type ServiceFlags } from '../service/settings.ts'
import type { DoctorContext } from './check.ts'
import { openProbe, type ProbeOptions } from './probe.ts'

export interface ContextOptions {
  flags: ServiceFlags
  environment: Environment
  version: string
  packageRoot: string
  cwd: string
  onResponse: ProbeOptions['onResponse']
}

export function openContext(options: ContextOptions): DoctorContext {
  const { flags, environment, version, packageRoot, cwd, onResponse } = options
  const root = findRoot(cwd)
  const profiles = new Profiles(environment)

  const choice = once(async () => {
    // The project check reports an invalid file.
    const config = await readConfig(root).catch(() => ({}))
    return chooseService(flags, environment, { config, root }, async () => profiles)
  })
  const probe = once(async () => {
    const found = await choice().catch(() => undefined)
    if (!found || found.address === localAddress) return undefined
    const proxied = environment.proxied ? (await import('../service/proxy.ts')).proxyFetch() : undefined
    const fetch = proxied ?? globalThis.fetch
    return openProbe({ choice: found, userAgent: userAgent(version, environment), fetch, onResponse })
  })
  return {
    ...{ version, packageRoot, cwd, root, environment, profiles, choice, probe },
    variables: process.env,
  }
}
