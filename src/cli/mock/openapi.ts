/** `topo mock openapi`: prints the OpenAPI document of the mock, or writes it to a file. */
import { resolve } from 'node:path'
import { normalizeBaseUrl } from '../../api/base-url.ts'
import { usageError } from '../../errors.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { openApiDocument } from '../../mock/openapi/document.ts'
import { writeAtomic } from '../../project/files/atomic.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'

/** @throws usage error `TOPO_FILE_EXISTS` for an existing file with other content, unless `force` is given. */
export async function openApiResult({
  output,
  force,
  server,
}: {
  output?: string | undefined
  force: boolean
  server: string
}): Promise<CommandResult> {
  const data = openApiDocument(normalizeBaseUrl(server, '--server'))
  const text = jsonText(data)
  if (output === undefined || output === '-') return { data, text: () => text }
  await save(resolve(output), output, Buffer.from(`${text}\n`), force)
  const count = Object.values(data.paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
  return { data, text: () => `Wrote ${forTerminal(output)}: ${count} operations.` }
}

async function save(file: string, name: string, bytes: Buffer, force: boolean): Promise<void> {
  const existing = await readFileIfExists('replaced', file, name)
  if (existing?.equals(bytes)) return
  if (existing !== undefined && !force) {
    throw usageError(`${name} already exists.`, {
      code: 'TOPO_FILE_EXISTS',
      hint: 'Choose another name, or add --force.',
    })
  }
  await writeAtomic(file, bytes)
}
