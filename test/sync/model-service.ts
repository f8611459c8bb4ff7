/**
 * A model of a service that was not written for topo: it tidies, truncates or forgets parts of what it is sent, renames
 * taken slugs, lists late or in part, answers little, and loses answers. It logs which version each write replaced.
 */
import fc from 'fast-check'
import { createClient } from '../../src/api/client/client.ts'
import { createTransport } from '../../src/api/transport/transport.ts'
import { impatientClock } from '../clock.ts'

export interface Habits {
  /** Trims texts, sorts tags and lower-cases them. */
  tidies: boolean
  /** Cuts names after 12 characters. */
  truncates: boolean
  /** Does not store readmes. */
  forgets: boolean
  /** Stores line ends of Windows, escapes HTML in names, and sets its own engine version. */
  escapes: boolean
  /** Gives a new script another slug if its slug is taken, instead of refusing it. */
  renames: boolean
  /** Answers writes with nothing, with id and slug, or in full; a create at least with id and slug. */
  answers: 'nothing' | 'little' | 'all'
  /** `first`: only the first three scripts are ever listed. */
  pages: 'offset' | 'cursor' | 'number' | 'first'
  counts: boolean
  /** Lists a new script one request later. */
  listsLate: boolean
  revisions: 'milliseconds' | 'microseconds' | 'postgres' | 'number' | 'none'
  /** Refuses unknown keys, and knows only those of the service's document: not `expectedUpdatedAt`. */
  isStrict: boolean
  /** Loses the answer of every such write, after doing it; 0 for none. */
  losesEvery: number
}

export const habits: fc.Arbitrary<Habits> = fc.record({
  tidies: fc.boolean(),
  truncates: fc.boolean(),
  forgets: fc.boolean(),
  renames: fc.boolean(),
  escapes: fc.boolean(),
  answers: fc.constantFrom('nothing', 'little', 'all'),
  pages: fc.constantFrom('offset', 'cursor', 'number', 'first'),
  counts: fc.boolean(),
  listsLate: fc.boolean(),
  revisions: fc.constantFrom('milliseconds', 'microseconds', 'postgres', 'number', 'none'),
  isStrict: fc.boolean(),
  losesEvery: fc.constantFrom(0, 0, 3, 5),
})

interface Stored {
  id: string
  slug: string
  name: string
  description: string
  type: string
  code: string
  readme: string | null
  tags: string[]
  isPublic: boolean
  engineVersion: string
  ownerId: string
  /** Microseconds since 1970. */
  revision: number
  /** Author of this version. */
  by: string
}

/** A version that another one replaced, or that was deleted. */
export interface Replaced {
  code: string
  /** Author of the version. */
  of: string
  by: string
}

type Fields = Partial<Stored> & { expectedUpdatedAt?: string | number }

const PAGE = 2

export class ModelService {
  readonly scripts = new Map<string, Stored>()
  readonly replaced: Replaced[] = []
  /** Writes, as they were asked for. */
  readonly log: { method: string; fields: Fields }[] = []
  /** Shows no script yet, and accepts new ones without a word. */
  hides = false
  /** Answers writes with nothing, also a create. */
  isSilent = false
  /** Answers a read of a script that does not exist. */
  absent = () => notFound()
  /** Loses the answer of the next write, after doing it. */
  losesNext = false
  /** Runs after a page of the list was answered, once. */
  afterPage: (() => void) | undefined
  /** Runs after a write was done, before it is answered. */
  afterWrite: (() => Promise<void>) | undefined
  habits: Habits
  #now = Date.parse('2026-03-01T10:00:00Z') * 1000
  #writes = 0
  #ids = 0
  #late = new Set<string>()

  constructor(serviceHabits: Habits) {
    this.habits = serviceHabits
    this.#keep({
      ...blank,
      id: 'foreign',
      slug: 'e',
      isPublic: true,
      ownerId: 'stranger',
      revision: this.#now,
    })
  }

  /** Changes the script of the stranger. */
  changeForeign(fields: Partial<Pick<Stored, 'name' | 'code'>>): void {
    const foreign = this.scripts.get('foreign')
    if (foreign) this.#keep({ ...foreign, ...fields })
  }

  /** A client of one writer; all writers have the same account. */
  as(writer: string) {
    const baseUrl = 'http://localhost'
    const fetch: typeof globalThis.fetch = async (input, init) =>
      this.#answer(new Request(input, init), writer)
    return createClient(
      createTransport({ clock: impatientClock, baseUrl, fetch, retries: 0 }),
      baseUrl,
    )
  }

  async #answer(request: Request, by: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method === 'GET' && pathname === '/v1/scripts/user') return this.#list(searchParams)
    if (this.hides && request.method === 'GET') return notFound()
    const name = decodeURIComponent(pathname.split('/')[3] ?? '')
    const found =
      this.scripts.get(name) ?? [...this.scripts.values()].find(({ slug }) => slug === name)
    if (request.method === 'GET') return found ? json({ item: this.#shown(found) }) : this.absent()
    const { losesEvery, renames } = this.habits
    // A service that renames, and loses the answer of a create, leaves a double: nothing tells whose it is.
    const mayLose = losesEvery > 0 && !(renames && request.method === 'POST')
    const lost = this.losesNext || (mayLose && ++this.#writes % losesEvery === 0)
    this.losesNext = false
    const fields = (request.method === 'DELETE' ? {} : await request.json()) as Fields
    this.log.push({ method: request.method, fields })
    const response = this.#write(request.method, found, fields, by)
    await this.afterWrite?.()
    if (lost) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
    return response
  }

  #write(method: string, found: Stored | undefined, fields: Fields, by: string): Response {
    if (method === 'POST') return this.#create(fields, by)
    if (!found) return notFound()
    if (found.ownerId !== 'us') return json({ error: 'forbidden' }, 403)
    if (method === 'DELETE') {
      this.#replace(found, by)
      this.scripts.delete(found.id)
      return json({})
    }
    const { expectedUpdatedAt, ...changed } = fields
    if (this.habits.isStrict && expectedUpdatedAt !== undefined) return unknownKey()
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== this.#shown(found).updatedAt)
      return json({ error: 'conflict' }, 409)
    if (changed.slug !== undefined && this.#isTaken(changed.slug, found.id))
      return json({ error: 'slug_taken' }, 409)
    this.#replace(found, by)
    return this.#store({ ...found, ...changed }, by)
  }

  #create({ slug = 'unnamed', ...fields }: Fields, by: string): Response {
    if (this.#isTaken(slug) && !this.habits.renames) return json({ error: 'slug_taken' }, 409)
    let free = slug
    for (let n = 2; this.#isTaken(free); n++) free = `${slug}-${n}`
    const id = `id-${++this.#ids}`
    if (this.habits.listsLate) this.#late.add(id)
    return this.#store({ ...blank, ...fields, id, slug: free }, by, true)
  }

  #store(given: Stored, by: string, isNew = false): Response {
    const { tidies, truncates, forgets, escapes, answers } = this.habits
    this.#now += 1_000_777
    const stored: Stored = {
      ...given,
      ...(tidies && {
        name: given.name.trim(),
        code: given.code.trimEnd(),
        readme: given.readme?.trim() || null,
        tags: given.tags.map((tag) => tag.toLowerCase()).sort(),
      }),
      ...(escapes && {
        name: given.name.replaceAll('&amp;', '&').replaceAll('&', '&amp;'),
        code: given.code.replace(/\r?\n/g, '\r\n'),
        engineVersion: '2.3',
      }),
      ...(truncates && { name: given.name.slice(0, 12) }),
      ...(forgets && { readme: null }),
      by,
      revision: this.#now,
    }
    this.#keep(stored)
    if (this.hides || this.isSilent || (answers === 'nothing' && !isNew))
      return new Response(null, { status: 204 })
    return json({
      item: answers !== 'all' ? { id: stored.id, slug: stored.slug } : this.#shown(stored),
    })
  }

  #keep(script: Stored): void {
    this.scripts.set(script.id, script)
  }

  #replace({ code, by: of }: Stored, by: string): void {
    this.replaced.push({ code, of, by })
  }

  #isTaken(slug: string, except?: string): boolean {
    return [...this.scripts.values()].some((one) => one.slug === slug && one.id !== except)
  }

  #list(query: URLSearchParams): Response {
    const { pages, counts } = this.habits
    const all = [...this.scripts.values()].filter(
      ({ id, ownerId }) => ownerId === 'us' && !this.#late.has(id),
    )
    this.#late.clear()
    const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
    const from = {
      offset: number('offset', 0),
      cursor: number('cursor', 0),
      number: (number('page', 1) - 1) * PAGE,
      first: 0,
    }[pages]
    const items = all.slice(from, from + (pages === 'first' ? 3 : PAGE)).map((one) => {
      const { code: _code, readme: _readme, ...listed } = this.#shown(one)
      return listed
    })
    this.afterPage?.()
    this.afterPage = undefined
    const next =
      pages === 'cursor' && from + PAGE < all.length ? { nextCursor: String(from + PAGE) } : {}
    return json({ items, ...(counts && { total: all.length }), ...next })
  }

  #shown({ revision, by: _by, ...script }: Stored) {
    const moment = new Date(Math.floor(revision / 1000)).toISOString()
    const micros = String(revision % 1000).padStart(3, '0')
    const updatedAt = {
      milliseconds: moment,
      microseconds: moment.replace('Z', `${micros}+00:00`),
      postgres: moment.replace('T', ' ').replace('Z', `${micros}+00`),
      number: revision,
      none: undefined,
    }[this.habits.revisions]
    return { ...script, updatedAt }
  }
}

const blank = {
  id: '',
  slug: '',
  name: '',
  description: '',
  type: 'topology',
  code: '',
  readme: null,
  tags: [],
  isPublic: false,
  engineVersion: '1.0',
  ownerId: 'us',
  revision: 0,
  by: '',
}

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
const unknownKey = () =>
  json(
    {
      error: 'validation_failed',
      issues: [{ path: [], message: "Unrecognized key(s) in object: 'expectedUpdatedAt'" }],
    },
    422,
  )
const notFound = () => json({ error: 'not_found' }, 404)
