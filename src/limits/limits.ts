/** Limits for all input from outside, as one table; `topo help limits` prints it. */
import { type KnownError, refusedError, usageError } from '../errors.ts'

const KiB = 1024
const MiB = 1024 * KiB
const GiB = 1024 * MiB

export interface Limit {
  /** In bytes, or in the unit `of`. */
  readonly most: number
  readonly of?: string
  /** The limited input, as words that follow "the limit for". */
  readonly what: string
  /** The next step if the limit is exceeded. */
  readonly fix: string
  /** True for files that only people name, so that they may be pipes. */
  readonly isNamed?: true
}

const table = {
  script: {
    most: 8 * MiB,
    what: 'a script, in a file or on standard input',
    fix: 'Split it into several scripts; services accept far smaller ones.',
  },
  drawing: {
    most: 4 * MiB,
    what: 'a diagram of another tool (topo convert)',
    fix: 'Split it into several diagrams.',
    isNamed: true,
  },
  module: {
    most: 8 * MiB,
    what: 'a file that a script imports',
    fix: 'Import less: move what the script uses into a smaller file.',
  },
  modules: {
    most: 32 * MiB,
    what: 'all files that a script imports, in total',
    fix: 'Import less: move what the script uses into smaller files.',
  },
  icons: {
    most: 64 * MiB,
    what: 'a set of icons (icons.json of a package of Iconify)',
    fix: 'Install a smaller set.',
  },
  readme: { most: 8 * MiB, what: 'a readme', fix: 'Shorten it; services accept far smaller ones.' },
  comments: {
    most: 32 * MiB,
    what: 'a file of comments (<slug>.comments.json)',
    fix: 'Remove comments that you no longer need.',
  },
  replaced: {
    most: 64 * MiB,
    what: 'a file that topo would back up and overwrite',
    fix: 'Move the file away first.',
  },
  config: {
    most: MiB,
    what: 'topo.config.json, .topoignore, profiles and the configuration of an assistant',
    fix: 'Check that this is the right file, and shorten it.',
  },
  key: {
    most: 16 * KiB,
    what: 'an API key: TOPO_API_KEY_FILE, --with-key, the output of an apiKeyCommand',
    fix: 'Provide only the key: one word that starts with "ca_".',
    isNamed: true,
  },
  headers: {
    most: 16 * KiB,
    what: 'all headers of a profile or of TOPO_HEADERS',
    fix: 'Provide only the headers that the service or a gateway before it needs.',
  },
  text: { most: MiB, what: 'a comment or a reason on standard input', fix: 'Shorten it.' },
  body: {
    most: 64 * MiB,
    what: 'a request body of topo api (--input) or a field (@FILE)',
    fix: 'Send it with another program, such as curl.',
    isNamed: true,
  },
  record: {
    most: 64 * MiB,
    what: 'a record or a list: .topo/state.json, a plan, a baseline, the journal of an import, --from-file',
    fix: 'Check that this is the right file; topo writes far smaller ones.',
  },
  review: {
    most: 8 * MiB,
    what: 'the review.json for a comment (command: comment of the Action)',
    fix: 'Download the artifact of the run instead; no comment was posted.',
  },
  environment: {
    most: 32 * MiB,
    what: 'a file named by a variable: GITHUB_EVENT_PATH, NODE_EXTRA_CA_CERTS',
    fix: 'Check that the variable points to the right file.',
  },
  git: {
    most: 256 * MiB,
    what: 'the output of one git command',
    fix: 'Run topo in a folder with fewer files.',
  },
  importSource: {
    most: GiB,
    what: 'a file of topo import, or its standard input',
    fix: 'Split it into several files and import one after the other.',
  },
  importRow: {
    most: 16 * MiB,
    what: 'one row of an import',
    fix: 'Split the script, or close an open quote.',
  },
  importRows: {
    most: 100_000,
    of: 'rows',
    what: 'one import',
    fix: 'Split it into several files and import one after the other.',
  },
  answer: {
    most: 64 * MiB,
    what: 'a decompressed response of the service',
    fix: 'Check the base URL. If it is right, ask the operators of the service for smaller pages.',
  },
  answerValues: {
    most: 2_000_000,
    of: 'values',
    what: 'a response of the service',
    fix: 'Check the base URL. If it is right, ask the operators of the service for smaller pages.',
  },
  answerDepth: {
    most: 500,
    of: 'levels',
    what: 'nested JSON in a response of the service',
    fix: 'Check the base URL.',
  },
  list: {
    most: 100_000,
    of: 'items',
    what: 'a list of the service, with all its pages',
    fix: 'Narrow the search, or omit --all.',
  },
  requestBody: {
    most: 4 * MiB,
    what: 'a request to the embedded service (413 payload_too_large)',
    fix: 'Send less; no tier accepts a script this large.',
  },
  state: {
    most: 256 * MiB,
    what: 'a saved state of the embedded service: --fixtures, PUT /__mock/state',
    fix: 'Check that this is the right file. Use a file saved from GET /__mock/state.',
    isNamed: true,
  },
  data: {
    most: GiB,
    what: "a file in the embedded service's data folder (--data)",
    fix: 'Use an empty folder, or fewer scripts.',
  },
  message: {
    most: 16 * MiB,
    what: 'one message to topo mcp',
    fix: 'Send less; services accept far smaller scripts.',
  },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof table
export const limits: Readonly<Record<LimitName, Limit>> = table

/** Formats a limit: `8 MiB`, `100,000 rows`. */
export function formatLimit({ most, of }: Limit): string {
  if (of !== undefined) return `${most.toLocaleString('en-US')} ${of}`
  if (most >= GiB) return `${most / GiB} GiB`
  if (most >= MiB) return `${most / MiB} MiB`
  return `${most / KiB} KiB`
}

/** The message for input that is too large: `<name> is larger than 8 MiB, the limit for a script.` */
export function overLimit(limit: LimitName, name: string): { message: string; fix: string } {
  const { what, fix, of } = limits[limit]
  const more = of === undefined ? 'is larger than' : 'has more than'
  return { message: `${name} ${more} ${formatLimit(limits[limit])}, the limit for ${what}.`, fix }
}

/** Usage error `TOPO_INPUT_TOO_LARGE` (exit 2) for a file, standard input or the output of a command. */
export function inputTooLarge(limit: LimitName, name: string): KnownError {
  const { message, fix } = overLimit(limit, name)
  return usageError(message, { code: 'TOPO_INPUT_TOO_LARGE', hint: fix })
}

/** `TOPO_ANSWER_TOO_LARGE` (exit 1), not retried: the response would be the same. */
export function responseTooLarge(
  limit: 'answer' | 'answerValues' | 'answerDepth' | 'list',
  name: string,
  requestId?: string,
): KnownError {
  const { message, fix } = overLimit(limit, name)
  return refusedError(message, {
    code: 'TOPO_ANSWER_TOO_LARGE',
    hint: fix,
    requestId,
  })
}
