import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { normalizeBaseUrl } from '../../api/transport/base-url.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { writeNewFile } from '../../cli/io/write-new-file.ts'
import { sumOf } from '../../grouped.ts'
import { openApiDocument } from '../../mock/openapi/document.ts'
import { jsonText } from '../../text/safe/ci-commands.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { MOCK_PORT } from './mock-flags.ts'

export default defineCommand({
  summary: 'Print the OpenAPI document of the mock.',
  description:
    'OpenAPI 3.1, for client generators, linters and validating proxies; a running mock answers the same at /openapi.json. Operations whose shapes are inferred are marked x-inferred.',
  examples: [
    'topo mock openapi -o openapi.json',
    'topo mock openapi --json --fields info,servers',
    'topo mock openapi --server http://localhost:8080 > openapi.json',
  ],
  fields: ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components'],
  flags: {
    output: string({ char: 'o', helpValue: 'FILE', summary: 'Write it to a file.' }),
    force: boolean({ summary: 'Overwrite an existing file with other content.' }),
    server: string({
      default: `http://127.0.0.1:${MOCK_PORT}`,
      helpValue: 'URL',
      summary: 'Base URL that the document names.',
    }),
  },
  run: async ({ flags: { output, force, server } }) => {
    const data = openApiDocument(normalizeBaseUrl(server, '--server'))
    const text = jsonText(data)
    if (output === undefined || output === '-') return { data, text: () => text }
    await writeNewFile(resolve(output), output, `${text}\n`, force)
    const count = sumOf(Object.values(data.paths), (path) => Object.keys(path).length)
    return { data, text: () => `Wrote ${forTerminal(output)}: ${count} operations.` }
  },
})
