/**
 * Recognizes values that cannot be an API key: what a shell, a template or an editor made of it, or something else.
 * A key starts with `ca_`, but a deployment may have other keys: a word that is merely unusual is sent.
 */

export interface KeyProblem {
  /** A clause about the value, without its text: "is in quotes". */
  readonly what: string
  readonly hint: string
}

/** The first that matches says what the value is. */
type Row = readonly [pattern: RegExp, what: string, hint: string]

const onlyTheKey = 'Provide only the key: one word that starts with "ca_".'
const checkSource = 'Check the name of the variable or secret, and that it is defined there.'
const asUtf8 = 'Write it as UTF-8; in PowerShell: Set-Content -Encoding ascii -NoNewline.'
const copyKey =
  'Copy the whole key. The service shows it only once; create another one if it is lost.'

/** Harmless to repeat. */
const word = /^(undefined|null|none|nil|nan|true|false|\[object \w+\])$/i

/** Words that stand for a key in examples. */
const exampleWords = [
  'change_?me',
  'todo',
  'redacted',
  '(your|my|the)[-_ ]?(topo[-_ ]?)?(api[-_ ]?)?(key|token|secret)([-_ ]?here)?',
  '(topo[-_])?api[-_ ]?key',
  'ca_(your|my|the)[-_]?(api[-_]?)?(key|token|secret)?([-_]?here)?',
]
const example = new RegExp(`^(${exampleWords.join('|')})$`, 'i')

/** `$(A)`, `${A}`, `$A`, `${{ a }}`, `{{ a }}`, `%A%`, `#{A}#`, `__A__`, `<%= a %>`. */
const unreplaced = /\$[({]|^\$\w|\{\{|^%\w+%$|^#\{|^__\w+__$|^<%/

const folders = 'run|var|etc|home|tmp|mnt|opt|usr|root|Users|secrets|private'
const path = new RegExp(`^([~.]|\\.\\.)[/\\\\]|^[a-z]:[/\\\\]|^[/\\\\](${folders})[/\\\\]`, 'i')

/** `Bearer KEY`, `TOPO_API_KEY=KEY`, `key: ca_…`; `a:ca_…` may be a key of another form. */
const name = '(authorization|x-api-key|\\w*api_?-?key)'
const label = new RegExp(
  `^(bearer|basic|token|apikey)[ \\t]|^(export\\s+|set\\s+)?["']?${name}["']?\\s*[:=]|^(?!ca_)[^\\n]*[ \\t="']ca_`,
  'i',
)

const rows: readonly Row[] = [
  // A text in UTF-16 that is read as UTF-8 has a zero byte after each letter.
  [/\0/, 'is text in UTF-16', asUtf8],
  [/^$/, 'is empty', onlyTheKey],
  [unreplaced, 'contains a variable that was not replaced', checkSource],
  [
    /^\{|^\[[\s{["]/,
    'is a JSON document',
    'Provide only the value of the field that holds the key.',
  ],
  [/^["'`\u2018-\u201f\u00ab]|["'`\u2018-\u201f\u00bb]$/, 'is in quotes', 'Remove the quotes.'],
  [/^-----BEGIN /, 'is a certificate or a private key', onlyTheKey],
  [example, 'is the placeholder of an example', onlyTheKey],
  [/^[<[].*[>\]]$/s, 'is the placeholder of an example', onlyTheKey],
  [/\*{3}|\u2022{3}|\u2026|\.{3}|^(ca_)?([x*._-])\2+$/i, 'is a masked key', copyKey],
  [
    /:\/\//,
    'is a URL',
    'Set the address with TOPO_BASE_URL or --base-url, and provide the key here.',
  ],
  [path, 'is the path of a file', 'Set TOPO_API_KEY_FILE to the path, or provide the key.'],
  [label, 'has a name before the key', onlyTheKey],
  [/^(gh[opsur]_|github_pat_)/, 'is a token of GitHub', onlyTheKey],
  [/^gl[a-z]{2,6}-/, 'is a token of GitLab', onlyTheKey],
  [/^npm_[A-Za-z\d]{36}$/, 'is a token of npm', onlyTheKey],
  [/^arn:|^projects\/.+\/secrets\//, 'is the name of a secret, not the secret', onlyTheKey],
  [/[\r\n\u2028\u2029]/, 'has more than one line', onlyTheKey],
  [/[\p{Cc}\p{Cf}]/u, 'contains an invisible character', 'Type the key, or copy it as plain text.'],
  [/\s/, 'contains a space', onlyTheKey],
  [/\ufffd/, 'is not text in UTF-8', asUtf8],
  [/[^\x21-\x7e]/, 'contains a character that no key can have', copyKey],
  [/^ca_$/, 'ends after the prefix "ca_"', copyKey],
]

/** Undefined for a value that may be a key. */
export function keyProblem(value: string): KeyProblem | undefined {
  if (word.test(value))
    return { what: `is "${value}", which stands for a missing value`, hint: checkSource }
  const row = rows.find(([pattern]) => pattern.test(value))
  return row && { what: row[1], hint: row[2] }
}
