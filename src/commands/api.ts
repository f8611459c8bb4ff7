import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../cli/command/command.ts'
import { dryRunFlag } from '../cli/command/flags.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { allPages, apiAnswer } from '../cli/views/api.ts'
import { apiRequest } from '../cli/views/api-request.ts'
import { usageError } from '../errors.ts'

const list = { multiple: true, multipleNonGreedy: true } as const

export default class Api extends TopoCommand<typeof Api> {
  static override summary = 'Call any endpoint of the service with your key.'
  static override description =
    'The method is GET, or POST where there are fields or an input. The body of the answer is printed whatever its status; a status that is no success sets the exit code. With GET the fields stand in the query.'
  static override usage = 'api [METHOD] PATH [FLAGS]'
  static override examples = [
    '<%= config.bin %> api /v1/quota/me',
    '<%= config.bin %> api POST /v1/collections --field name=Platform',
    '<%= config.bin %> api /v1/scripts/gallery --paginate --slurp --fields slug,name --json',
    'echo \'{"name":"Platform"}\' | <%= config.bin %> api POST /v1/collections --input - --include',
  ]
  static override fields = ['*']
  static override args = {
    first: stringArgument({ required: true, ignoreStdin: true, description: 'The method, or the path.' }),
    path: stringArgument({ ignoreStdin: true, description: 'The path, such as /v1/quota/me.' }),
  }
  static override flags = {
    method: string({
      char: 'X',
      helpValue: 'METHOD',
      summary: 'The method, where it is not the first word.',
    }),
    header: string({ char: 'H', ...list, helpValue: 'NAME:VALUE', summary: 'A further header.' }),
    field: string({
      char: 'F',
      ...list,
      helpValue: 'NAME=VALUE',
      summary: 'A field; true, false, null, whole numbers and @file are read as such.',
    }),
    'raw-field': string({
      char: 'f',
      ...list,
      helpValue: 'NAME=VALUE',
      summary: 'A field whose value is text.',
    }),
    input: string({ helpValue: 'FILE', summary: 'The body; - is standard input.' }),
    include: boolean({ char: 'i', summary: 'Print the status and the headers too.' }),
    paginate: boolean({ summary: 'All pages of a list, one document each.', exclusive: ['include'] }),
    slurp: boolean({ summary: 'With --paginate: one array of all items.', dependsOn: ['paginate'] }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult | undefined> {
    const { flags, terminal } = this
    const service = await this.service('optional')
    const request = await apiRequest([this.arguments.first, this.arguments.path], flags, service.baseUrl)
    if (!flags.paginate) return apiAnswer(service, request, flags.include, terminal)
    if (request.method !== 'GET') {
      throw usageError(`${request.method} has no pages.`, {
        code: 'TOPO_API_REQUEST',
        hint: 'Leave --paginate out, or use GET.',
      })
    }
    const stream = !flags.slurp && !terminal.json && flags['output-file'] === undefined
    return allPages(service, request, { slurp: flags.slurp, stream }, terminal)
  }
}
