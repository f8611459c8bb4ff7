/** Installs tools that are too large for a development dependency into a folder of their own, if npm can. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm } from '../cli/package/packed.ts'

export interface Tools {
  /** File inside an installed package. */
  file(path: string): string
  remove(): void
}

/**
 * @param packages with exact versions, such as `@redocly/cli@2.77.0`
 * @returns the reason if they cannot be installed, for example without a network
 */
export function installTools(packages: readonly string[]): Tools | string {
  const folder = mkdtempSync(join(tmpdir(), 'topo tools '))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const flags = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  try {
    npm(
      [
        'install',
        ...flags,
        '--prefix',
        process.platform === 'win32' ? `"${folder}"` : folder,
        ...packages,
      ],
      folder,
    )
  } catch (error) {
    remove()
    const { stderr = '' } = error as { stderr?: string }
    return /npm error (?:code )?(\S.*)/.exec(stderr)?.[1] ?? 'npm cannot install it'
  }
  return { file: (path) => join(folder, 'node_modules', path), remove }
}
