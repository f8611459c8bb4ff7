/** Removes keys, tokens and signatures from a recording: known ones anywhere, others by the names of their fields. */
import { isSafeParameter } from '../redact-url.ts'
import { type Replacer, redactBody, redactText } from './redact-body.ts'

export type HeaderList = readonly (readonly [name: string, value: string])[]

const REDACTED = 'REDACTED'
const replaced = /^REDACTED(-\d+)?$/

/** Request headers that contain no secret; a gateway may require one in any other. */
const harmless =
  /^(accept|accept-encoding|accept-language|cache-control|content-length|content-type|host|if-match|if-none-match|origin|referer|user-agent|x-request-id)$/i

/** Response headers that contain no secret. */
const harmlessInAnswers =
  /^(accept-ranges|age|allow|cache-control|connection|content-encoding|content-language|content-length|content-type|date|etag|expires|keep-alive|last-modified|link|location|retry-after|server|transfer-encoding|vary|via|x-powered-by|x-request-id|x-topo-[\w-]+|(x-)?rate-?limit(-[\w-]+)?)$/i

/** Headers whose values are secret wherever they occur. */
const credentialHeaders = /^(authorization|proxy-authorization|x-api-key|cookie|set-cookie)$/i
/** A part of another header that looks like a secret, not like a setting. */
const randomText = /^(?!(?:application|image|text)\/)(?=.*\d)(?=.*[A-Za-z])/

/** Shorter secrets may be ordinary words; they are only removed where they are known to be secret. */
const minLength = 8
/** Tokens that are recognised wherever they occur; further ones are removed where they stand. */
const maxTokens = 1000

/** Token of a share URL. */
const sharePath = /(\/share\/)([^/?#&\s"'<>\\]+)/g

export class Redaction {
  /** Replacement of each secret. Tokens keep their identity, so that equal ones can be recognised. */
  readonly #secrets = new Map<string, string>()
  #tokens = 0
  /** Forms of the secrets with their replacements; undefined after a change. */
  #forms: (readonly [form: string, replacement: string])[] | undefined

  /** A key, or another text that is secret wherever it occurs. */
  add(secret: string | undefined): void {
    if (secret !== undefined && secret.length >= minLength && !this.#secrets.has(secret))
      this.#set(secret, REDACTED)
  }

  /** Finds the secrets of a request and its answer, which other entries may repeat. */
  learn(headers: HeaderList, url: string, bodies: readonly (string | undefined)[]): void {
    for (const [name, value] of headers) {
      if (harmless.test(name)) continue
      // `Bearer <key>`, `a=1; b=2`
      for (const part of [value, ...value.split(/[\s;,=]+/)]) {
        if (credentialHeaders.test(name) || randomText.test(part)) this.add(part)
      }
    }
    for (const [, , token = ''] of new URL(url).pathname.matchAll(sharePath)) this.#token(decode(token))
    for (const body of bodies) if (body !== undefined) this.body(body)
  }

  text(text: string): string {
    return redactText(text, this.#replacer)
  }

  /** JSON keeps its bytes unless it contains a secret. */
  body(text: string): string {
    return redactBody(text, this.#replacer)
  }

  /** Keeps only parameters of the contract. */
  url(address: string, base?: string): string {
    if (!URL.canParse(address, base)) return 'about:blank'
    const url = new URL(address, base)
    url.username = ''
    url.password = ''
    url.hash = ''
    url.pathname = url.pathname
      .split('/')
      .map((part) => {
        const clean = this.#known(decode(part))
        return clean === decode(part) ? part : encodeURIComponent(clean)
      })
      .join('/')
      .replace(sharePath, (_match, before: string, token: string) => before + this.#token(decode(token)))
    for (const [name, value] of [...url.searchParams]) {
      url.searchParams.set(name, isSafeParameter(name) ? this.#known(value) : REDACTED)
    }
    return url.href
  }

  requestHeaders(headers: HeaderList): { name: string; value: string }[] {
    return this.#headers(headers, harmless)
  }

  responseHeaders(headers: HeaderList, url: string): { name: string; value: string }[] {
    return this.#headers(headers, harmlessInAnswers).map(({ name, value }) => ({
      name,
      value: name.toLowerCase() === 'location' ? this.url(value, url) : value,
    }))
  }

  #headers(headers: HeaderList, kept: RegExp) {
    return headers.map(([name, value]) => ({
      name: this.#known(name),
      value: kept.test(name) ? this.text(value) : REDACTED,
    }))
  }

  readonly #replacer: Replacer = {
    known: (text) => this.#known(text),
    token: (token) => this.#token(token),
  }

  /** Replaces known secrets in a text, in the forms of text, URL and JSON. */
  #known(text: string): string {
    // Longer ones first: a secret may contain another one.
    this.#forms ??= [...this.#secrets]
      .flatMap(([secret, replacement]) => formsOf(secret).map((form) => [form, replacement] as const))
      .sort(([a], [b]) => b.length - a.length)
    let clean = text
    for (const [form, replacement] of this.#forms) clean = clean.replaceAll(form, replacement)
    return clean
  }

  #token(token: string): string {
    if (token === '' || replaced.test(token)) return token
    const known = this.#secrets.get(token)
    if (known !== undefined) return known
    if (token.length < minLength || this.#tokens >= maxTokens) return REDACTED
    const replacement = `${REDACTED}-${++this.#tokens}`
    this.#set(token, replacement)
    return replacement
  }

  #set(secret: string, replacement: string): void {
    this.#secrets.set(secret, replacement)
    this.#forms = undefined
  }
}

const formsOf = (secret: string): string[] => [
  ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
]

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
