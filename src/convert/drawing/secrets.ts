/** Recognises values that look like a secret: a script goes to a service, and often to the public. */

const NAME =
  /(?:passw(?:or)?d|pwd|passphrase|secret|token|credentials?|(?:api|access|private|secret)[-_ ]?key)/
    .source

/** Each has the part before the secret as its first group. */
const PATTERNS: readonly RegExp[] = [
  // The password in an address.
  /(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}(?=@)/g,
  // Keys with a known start, and JSON Web Tokens.
  /()\b(?:ca_|gh[opsur]_|github_pat_|glpat-|[sr]k_(?:live|test)_|sk-|xox[abprs]-|AKIA|ASIA|AIza|npm_|hf_)[\w-]{10,}/g,
  /()\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /(\bAuthorization["']?\s?[:=]\s?["']?(?:Bearer|Basic) )[\w.~+/=-]{8,}/gi,
  // Words follow too: a digit, a sign or a capital letter inside tells them apart.
  /(\b(?:Bearer|Basic) )(?=[\w.~-]{0,200}(?:[\d+/=]|[a-z][A-Z]))[\w.~+/=-]{12,}/g,
  // A name and its value. Behind a colon, ordinary words are no value.
  new RegExp(`(\\b[\\w-]{0,60}${NAME}["']?\\s?=\\s?["']?)(?![$<{*\\[])[^\\s"'&;,)\\]|]{4,}`, 'gi'),
  new RegExp(
    `(\\b[\\w-]{0,60}${NAME}["']?\\s?:\\s?["']?)(?=[^\\s"'\\d]{0,80}\\d)[^\\s"'&;,)\\]|$<{]{6,}`,
    'gi',
  ),
  // Random text: hexadecimal digits, or letters of both cases with several digits.
  /()\b(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[a-f\d]{32,}\b/gi,
  /()(?<![\w+/-])(?=[^\s\d]{0,80}\d[^\s\d]{0,80}\d[^\s\d]{0,80}\d)(?=[^\sa-z]{0,80}[a-z])(?=[^\sA-Z]{0,80}[A-Z])[A-Za-z\d+_-]{32,}={0,2}/g,
]

export const withoutSecretValues = (text: string): string =>
  PATTERNS.reduce((clean, pattern) => clean.replace(pattern, '$1[REDACTED]'), text)
