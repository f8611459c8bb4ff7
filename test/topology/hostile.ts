/** Hostile scripts by the rule of their expected finding; `bench/validate.js` measures them. */
export const HOSTILE: Record<string, Record<string, string>> = {
  timeout: {
    'an endless loop': 'for (;;) {}',
    'an endless loop that catches': 'for (;;) try { for (;;) {} } catch {} finally { continue }',
    'a storm of microtasks': 'const f = () => Promise.resolve().then(f); await f()',
    'a storm of queued microtasks':
      'const f = () => queueMicrotask(f); f(); await new Promise(() => {})',
    'an interval that is never cleared': 'setInterval(() => {}, 1); await new Promise(() => {})',
    'a regular expression that backtracks': "/(a*)*b/.test('a'.repeat(50) + 'c')",
    'a native loop': '[].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'a native search': "'a'.repeat(2e7).indexOf('a'.repeat(1e7) + 'b')",
    'an id that never becomes text':
      'new TopologyBuilder(true).createProcess({ id: { toString() { for (;;); } } })',
    'an error that never becomes text': 'throw { get message() { for (;;); } }',
    'a result that asks back':
      'return new Proxy({}, { get(_, key) { if (typeof key === "symbol") for (;;); } })',
    'a big number': 'let x = 3n; for (;;) x = x * x',
    'nodes without end that are thrown away':
      'const t = new TopologyBuilder(true); for (;;) t.newRow',
  },
  memory: {
    'arrays without end': 'const a = []; for (;;) a.push(new Array(1e5).fill(1))',
    'strings without end': "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(1e6) + i)",
    'typed arrays without end': 'const a = []; for (;;) a.push(new Uint8Array(1e6))',
    'one typed array': 'new Uint8Array(2e9)',
    'promises whose jobs fill lists without end':
      'const a = []; const f = () => { a.push(new Array(1e5).fill(1)); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
    'microtasks that write texts without end':
      "const a = []; const f = () => { a.push('x'.repeat(1e6) + a.length); queueMicrotask(f) }; f(); await new Promise(() => {})",
    'normalized texts without end':
      "const s = 'é'.repeat(5e6); const a = []; for (;;) a.push(s.normalize('NFD'))",
    'records without end':
      "const t = new TopologyBuilder(true); const label = 'x'.repeat(90000); for (let i = 0; ; i++) t.createProcess({ id: label + i, label })",
  },
  runtime: {
    'deep recursion': 'const f = () => f() + 1; f()',
    'deep asynchronous recursion': 'const f = async () => { await f() }; await f()',
    'deep JSON': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)',
    'deep JSON text': "JSON.parse('['.repeat(1e6))",
    'deep evaluated code': "eval('('.repeat(1e5))",
    'a getter that asks itself': 'const o = { get x() { return this.x } }; o.x',
    'a comparison that sorts': 'function s() { [2, 1].sort(s) } s()',
    'a generator of itself': 'function* g() { yield* g() } [...g()]',
    'proxies on proxies': 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x',
    'a string that doubles': "let s = 'a'; for (;;) s += s",
    'the constructor of constructors': "this.constructor.constructor('return process')()",
    'the constructor behind a builder':
      "new TopologyBuilder(true).apply.constructor('return process')()",
    'the constructor behind a promise':
      "new TopologyBuilder(true).apply().constructor.constructor('return process')()",
    'a dynamic import': "await import('node:fs')",
    require: "require('fs')",
    'an error in a timer that is waited for':
      "await new Promise((done) => setTimeout(() => { throw new Error('no') }))",
    'throwing null': 'throw null',
    'an error that cannot be read': 'throw new Proxy({}, { get() { throw 1 } })',
    'control characters': "throw { name: '\\0'.repeat(1e6), message: '\\0'.repeat(1e6) }",
    'the text of an interpreter without memory': "throw '[uninitialized]'",
    'a message as long as the memory': "throw new Error('x'.repeat(1.5e7))",
    'a stack with an endless line': "throw { stack: 'script:' + '9'.repeat(400) + ':1' }",
    'a stack with an endless column': "throw { stack: 'script:2:' + '9'.repeat(400) }",
    'a stack above the first line': "throw { stack: 'script:0:0' }",
    'a stack above the first line of types': "const n: number = 1; throw { stack: 'script:0:0' }",
    'a stack far below the last line of types':
      "const n: number = 1; throw { stack: 'script:9999999:9' }",
    'a stack of megabytes': "throw { stack: 'script:1:'.repeat(1e6) }",
    'a name and a message of megabytes':
      "throw { name: 'x'.repeat(1e6), message: '😀'.repeat(1e6) }",
    'an undefined name of megabytes':
      "throw new ReferenceError('x'.repeat(1e6) + ' is not defined')",
  },
  unsettled: {
    'a promise that nobody resolves': 'await new Promise(() => {})',
    'a promise that nobody resolves, beside much that is kept':
      'const a = []; for (let i = 0; i < 50; i++) a.push(new Array(1e5).fill(i)); await new Promise(() => {})',
    'a thenable that never calls back': 'return { then() {} }',
  },
  syntax: {
    'code that closes its wrapper': '}; globalThis.polluted = 1; async () => {',
    'code that closes its wrapper with a comma': '}, globalThis.polluted = 1, async () => {',
    'an open comment': '/*',
    'an open template': '`${',
    'brackets nested deeply': '['.repeat(50_000),
    'functions nested deeply': 'a=>{'.repeat(20_000),
    'parentheses nested deeply': `${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
    'operators nested deeply': '!'.repeat(100_000) + 1,
    'additions without end': `1${'+1'.repeat(100_000)}`,
    'conditions without end': `${'a?b:'.repeat(50_000)}c`,
    'templates nested deeply': `${'`${'.repeat(20_000)}1${'}`'.repeat(20_000)}`,
    'types nested deeply': `let x: ${'A<'.repeat(50_000)}B`,
    'a null byte': '\0',
  },
}
