/** Stores the addresses that a person confirmed for a project folder, outside of any repository. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { KnownError } from '../../errors.ts'
import { requireText } from '../../files/decode.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import type { Environment } from '../io/process/environment.ts'
import { changeSettingsFile } from './change-settings-file.ts'
import { configHome } from './profiles.ts'

const contents = z.record(z.string(), z.array(z.string()))

export class ConfirmedAddresses {
  readonly file: string

  constructor(environment: Environment) {
    this.file = join(configHome(environment), 'confirmed-addresses.json')
  }

  /** @param root of the project */
  async has(root: string, address: string): Promise<boolean> {
    return (this.#read().get(await realpath(root)) ?? []).includes(address)
  }

  async add(root: string, address: string): Promise<void> {
    const folder = await realpath(root)
    changeSettingsFile(this.file, () => {
      const all = this.#read()
      return Object.fromEntries(all.set(folder, [...(all.get(folder) ?? []), address]))
    })
  }

  /**
   * A damaged file confirms nothing; the next confirmation overwrites it.
   * @throws KnownError `TOPO_READ_FAILED`, `TOPO_NOT_UTF8` or `TOPO_INPUT_TOO_LARGE` (exit 2) that names the file.
   */
  #read(): Map<string, readonly string[]> {
    try {
      const found = JSON.parse(requireText(readFileWithinSync('config', this.file), this.file))
      return new Map(Object.entries(contents.parse(found)))
    } catch (error) {
      if (error instanceof KnownError) throw error
      return new Map()
    }
  }
}
