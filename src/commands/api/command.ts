import { defineCommand } from '../../cli/command/define.ts'
import { argument, optionalArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { usageError } from '../../errors.ts'
import { allPages, apiResult } from './call.ts'
import { apiFlags, apiRequest } from './request.ts'

export default defineCommand({
  summary: 'Call any endpoint of the service with your key.',
  description:
    'The default method is GET, or POST with fields or an input. GET sends fields in the query. The response body is printed for every status; an error status sets the exit code.',
  usage: 'api [METHOD] PATH [FLAGS]',
  examples: [
    'topo api /v1/quota/me',
    'topo api POST /v1/collections --field name=Platform',
    'topo api /v1/scripts/gallery --paginate --slurp --fields slug,name --json',
    'echo \'{"name":"Platform"}\' | topo api POST /v1/collections --input - --include',
  ],
  fields: ['*'],
  args: {
    first: argument('Method or path.'),
    path: optionalArgument('Path, e.g. /v1/quota/me.'),
  },
  flags: { ...apiFlags, ...dryRunFlag },
  run: async ({ args, flags, terminal, openService }) => {
    const service = await openService('optional')
    const request = await apiRequest([args.first, args.path], flags, service.baseUrl)
    if (!flags.paginate) return apiResult(service, request, flags.include, terminal)
    if (request.method !== 'GET') {
      throw usageError(`--paginate works only with GET, not with ${request.method}.`, {
        hint: 'Remove --paginate, or use GET.',
      })
    }
    const stream = !flags.slurp && !terminal.json && flags['output-file'] === undefined
    return allPages(service, request, { slurp: flags.slurp, stream }, terminal)
  },
})
