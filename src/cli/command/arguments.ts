/** The arguments that several commands take. */
import { string } from '@oclif/core/args'

/** One script, however it is named; none of these is ever read from standard input. */
export const scriptArgument = {
  script: string({ required: true, ignoreStdin: true, description: 'Slug, id, file or web address.' }),
}

export const scriptsArgument = {
  scripts: string({
    required: true,
    multiple: true,
    ignoreStdin: true,
    description: 'Slugs, ids, files or web addresses.',
  }),
}

/** Without any, those that the project includes. */
export const pathsArgument = {
  paths: string({ multiple: true, ignoreStdin: true, description: 'Slugs, files, folders or patterns.' }),
}
