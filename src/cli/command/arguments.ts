/** Arguments shared by several commands. */
import { string } from '@oclif/core/args'

/** One script. oclif never reads these arguments from standard input. */
export const scriptArgument = {
  script: string({ required: true, ignoreStdin: true, description: 'Slug, id, file or URL.' }),
}

export const scriptsArgument = {
  scripts: string({
    required: true,
    multiple: true,
    ignoreStdin: true,
    description: 'Slugs, ids, files or URLs.',
  }),
}

/** The default is every script that the project includes. */
export const pathsArgument = {
  paths: string({ multiple: true, ignoreStdin: true, description: 'Slugs, files, folders or patterns.' }),
}
