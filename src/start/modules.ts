/** Loads the built modules with code from the code cache: like `require`, but it compiles nothing that is in the cache. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { withStandardFlags } from '../compiler-flags.ts'
import type { CodeCache, CompiledModule, FileState } from './code-cache.ts'
import { reusableBuffer } from './reusable-buffer.ts'

interface LoadedModule {
  exports: object
}

interface CompiledScript extends FileState {
  readonly script: Script
}

type Require = ((specifier: string) => unknown) &
  ImportPackage & { resolve(specifier: string): string }

/** For packages that are modules; `scripts/commonjs.js` writes calls of it. */
interface ImportPackage {
  topoImport(name: string): Promise<unknown>
}

/** Functions of a module in CommonJS; on one line with its text, so that lines in stack traces are those of the file. */
const BEGIN = '(function(exports,require,module,__filename,__dirname){'
const END = '\n})'

const wrapped = (text: string) => `${BEGIN}${text}${END}`

export class Modules {
  /** Ends with a separator. */
  readonly #folder: string
  readonly #requireOfNode: NodeJS.Require
  readonly #cache: CodeCache
  readonly #loaded = new Map<string, LoadedModule>()
  readonly #compiled = new Map<string, CompiledScript>()
  readonly #missing = new Set<string>()
  /** True if V8 refuses the code in the cache: it was compiled with other flags, or by another build of this Node. */
  #isRefused = false

  /** @param folder of the built modules; all others are loaded by Node */
  constructor(folder: string, cache: CodeCache) {
    this.#folder = folder + sep
    this.#requireOfNode = createRequire(this.#folder)
    this.#cache = cache
  }

  /** @returns what the module exports */
  load(path: string): object {
    const known = this.#loaded.get(path)
    if (known !== undefined) return known.exports
    return this.#evaluate(path, this.#compile(path))
  }

  #evaluate(path: string, script: Script): object {
    const evaluate = script.runInThisContext() as (...given: unknown[]) => void
    const module: LoadedModule = { exports: {} }
    this.#loaded.set(path, module)
    try {
      evaluate.call(
        module.exports,
        module.exports,
        this.#requireFor(path),
        module,
        path,
        dirname(path),
      )
    } catch (error) {
      this.#loaded.delete(path)
      throw error
    }
    return module.exports
  }

  #requireFor(path: string): Require {
    // Most modules need only others of topo, and modules of Node, which every `require` finds.
    let requireThere: NodeJS.Require | undefined
    const requireOfNode = (specifier: string) => {
      if (specifier.startsWith('node:')) return this.#requireOfNode(specifier)
      requireThere ??= createRequire(path)
      return requireThere(specifier)
    }
    const load = (specifier: string): unknown => {
      const file = specifier.startsWith('.') ? join(dirname(path), specifier) : specifier
      return file.startsWith(this.#folder) && file.endsWith('.js')
        ? this.load(file)
        : requireOfNode(specifier)
    }
    return Object.assign(load, {
      resolve: (specifier: string) => createRequire(path).resolve(specifier),
      topoImport,
    })
  }

  #compile(path: string): Script {
    const { text, ...state } = readModule(path)
    const name = path.slice(this.#folder.length)
    const cachedData = this.#cache.find(name, state)
    const options = {
      // Node names its modules like this: coverage, profiles and stack traces expect it.
      filename: pathToFileURL(path).href,
      columnOffset: -BEGIN.length,
      ...(cachedData && { cachedData }),
    }
    const script = withStandardFlags(() => new Script(wrapped(text), options))
    this.#compiled.set(name, { script, ...state })
    // A later module is also refused if another part of topo has changed flags since.
    if (this.#compiled.size === 1) this.#isRefused = script.cachedDataRejected === true
    if (cachedData === undefined || this.#isRefused) this.#missing.add(name)
    return script
  }

  /** Adds the code of modules that the cache lacks, with all functions that were called. */
  save(): void {
    // Flags of one call must not cost the other calls their code.
    if (this.#missing.size === 0 || (this.#isRefused && hasOwnFlags())) return
    const added = new Map<string, CompiledModule>()
    withStandardFlags(() => {
      for (const [name, { script, size, modified }] of this.#compiled) {
        if (this.#missing.has(name))
          added.set(name, { size, modified, code: script.createCachedData() })
      }
    })
    this.#cache.add(added)
  }
}

const topoImport = (name: string): Promise<unknown> => import(name)

/** The build writes ASCII only. */
function readModule(path: string): FileState & { readonly text: string } {
  const file = openSync(path, 'r')
  try {
    const { size, mtimeMs: modified } = fstatSync(file)
    const bytes = reusableBuffer(size)
    const length = readSync(file, bytes, 0, size, 0)
    return { text: bytes.toString('latin1', 0, length), size, modified }
  } finally {
    closeSync(file)
  }
}

const hasOwnFlags = () => process.execArgv.length > 0 || (process.env.NODE_OPTIONS ?? '') !== ''
