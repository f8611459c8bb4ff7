/** Flags of commands that serve on a port: where they listen, and the names that they answer to. */
import { string } from '@oclif/core/flags'
import { usageError } from '../../../errors.ts'
import { hostFault } from '../../../listen/host.ts'

export const listenFlag = string({
  default: '127.0.0.1',
  summary: 'Address to listen at; 0.0.0.0 is every address.',
})

/** For a flag that names hosts. */
export const hostNames = { multiple: true, multipleNonGreedy: true, helpValue: 'NAME' } as const

/** @throws usage error for an empty `--host` */
export function checkListenAddress(host: string): void {
  // Node listens at every address of the machine then.
  if (host !== '') return
  throw usageError('--host is empty.', {
    hint: 'Check the variable that it comes from. The default is 127.0.0.1; 0.0.0.0 is every address.',
  })
}

/** @throws usage error for a value that is not the name of a host */
export function readHostNames(flag: string, names: readonly string[] = []): readonly string[] {
  for (const name of names) {
    const fault = hostFault(name)
    if (fault === undefined) continue
    throw usageError(`The value ${JSON.stringify(name)} of ${flag} ${fault}.`, {
      hint: `Write a name or an IP address, without a port: ${flag} mock. Repeat ${flag} for more.`,
    })
  }
  return names
}
