/** Arguments of commands. oclif never reads them from standard input, which it would do for one that is missing. */
import { string } from '@oclif/core/args'

/** @param options the only values */
export const argument = (description: string, options?: string[]) =>
  string({ required: true, ignoreStdin: true, description, ...(options && { options }) })

export const optionalArgument = (description: string, options?: string[]) =>
  string({ ignoreStdin: true, description, ...(options && { options }) })

export const optionalArguments = (description: string) =>
  string({ multiple: true, ignoreStdin: true, description })

export const scriptArgument = { script: argument('Slug, id, file or URL.') }

export const requiredArguments = (description: string) =>
  string({ required: true, multiple: true, ignoreStdin: true, description })

export const scriptsArgument = { scripts: requiredArguments('Slugs, ids, files or URLs.') }

/** The default is every script that the project includes. */
export const pathsArgument = { paths: optionalArguments('Slugs, files, folders or patterns.') }
