/** Opens the input of the doctor checks; if one part fails, the checks of the others still run. */

import type { Clock } from '../../clock.ts'
import { findRoot } from '../../files/root.ts'
import { once } from '../../grouped.ts'
import { readConfig } from '../../project/config/config.ts'
import type { Environment } from '../io/process/environment.ts'
import { Profiles } from '../service/profiles.ts'
import { proxyFetch } from '../service/proxy/proxy-fetch.ts'
import { userAgent } from '../service/service.ts'
import { chooseService, localAddress, type ServiceFlags } from '../service/settings.ts'
import { openProbe, type ProbeOptions } from './probe.ts'

export interface ContextOptions {
  clock: Clock
  flags: ServiceFlags
  environment: Environment
  version: string
  packageRoot: string
  cwd: string
  onResponse: ProbeOptions['onResponse']
}

export type DoctorContext = ReturnType<typeof openContext>

/** Input of the checks. Anything that may fail is a function, so that it fails only the checks that call it. */
export function openContext(options: ContextOptions) {
  const { flags, environment, version, packageRoot, cwd, onResponse, clock } = options
  const root = findRoot(cwd)
  const profiles = new Profiles(environment)

  /** The chosen service, even if `topo.config.json` is invalid. */
  const choice = once(async () => {
    // The project check reports an invalid file.
    const config = await readConfig(root).catch(() => ({}))
    return chooseService(flags, environment, { config, root }, async () => profiles)
  })
  /** Undefined if no service is configured, or only the local one. */
  const probe = once(async () => {
    const found = await choice().catch(() => undefined)
    if (!found || found.address === localAddress) return undefined
    return openProbe({
      choice: found,
      clock,
      userAgent: userAgent(version, environment),
      openFetch: () => proxyFetch(new URL(found.address), environment.proxy),
      onResponse,
    })
  })
  return {
    clock,
    version,
    packageRoot,
    cwd,
    root,
    environment,
    profiles,
    choice,
    probe,
    /** All variables of the process, also those that topo itself does not read. */
    variables: process.env,
  }
}
