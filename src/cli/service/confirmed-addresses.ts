/** Stores the addresses that a person confirmed for a project folder, outside of any repository. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFileIfExists } from '../../limits/files.ts'
import { writeAtomic } from '../../project/files/atomic.ts'
import type { Environment } from '../io/environment.ts'
import { lockFile } from './file-lock.ts'
import { configHome } from './profiles.ts'

const contents = z.record(z.string(), z.array(z.string()))

export class ConfirmedAddresses {
  readonly file: string

  constructor(environment: Environment) {
    this.file = join(configHome(environment), 'confirmed-addresses.json')
  }

  /** @param root of the project */
  async has(root: string, address: string): Promise<boolean> {
    return (await this.#of(await realpath(root))).includes(address)
  }

  async add(root: string, address: string): Promise<void> {
    const folder = await realpath(root)
    const release = lockFile(this.file)
    try {
      const all = { ...(await this.#read()), [folder]: [...(await this.#of(folder)), address] }
      await writeAtomic(this.file, `${JSON.stringify(all, undefined, 2)}\n`, { mode: 0o600 })
    } finally {
      release()
    }
  }

  async #of(folder: string): Promise<readonly string[]> {
    const all = await this.#read()
    return Object.hasOwn(all, folder) ? (all[folder] ?? []) : []
  }

  /** A damaged file confirms nothing; the next confirmation overwrites it. */
  async #read(): Promise<z.output<typeof contents>> {
    try {
      const text = await readFileIfExists('config', this.file)
      return text ? contents.parse(JSON.parse(text.toString('utf8'))) : {}
    } catch {
      return {}
    }
  }
}
