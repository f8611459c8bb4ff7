/** `topo mock openapi`: prints the OpenAPI document of the mock, or writes it to a file. */
import { resolve } from 'node:path'
import { normalizeBaseUrl } from '../../api/base-url.ts'
import { openApiDocument } from '../../mock/openapi/document.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import { writeNewFile } from '../io/write-new-file.ts'

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
  await writeNewFile(resolve(output), output, `${text}\n`, force)
  const count = Object.values(data.paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
  return { data, text: () => `Wrote ${forTerminal(output)}: ${count} operations.` }
}
