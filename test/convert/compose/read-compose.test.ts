/** Reads compose files in the shape of known demo systems, and every form of the format. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompose } from '../../../src/convert/compose/read-compose.ts'
import type { Drawing } from '../../../src/convert/drawing/drawing.ts'
import { FRAME } from '../../../src/convert/drawing/frame.ts'
import { cases } from '../../cases.ts'
import { scriptOf } from '../script-of.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, 'files', name), 'utf8')
const read = (text: string, files: Record<string, string> = {}, name = 'compose.yaml'): Drawing =>
  readCompose(text, name, (path) =>
    Object.hasOwn(files, path) ? files[path] : undefined,
  )[0] as Drawing
const nodes = ({ nodes: drawnNodes }: Drawing) =>
  drawnNodes.map(({ id, group, icon, replicas }) =>
    [group ?? '-', id, icon, replicas].filter(Boolean).join(' '),
  )
const connections = ({ connections: drawnConnections }: Drawing) =>
  drawnConnections.map(({ from, to, type, protocol, port, label }) =>
    [`${from} → ${to}`, type, protocol, port, label].filter(Boolean).join(' '),
  )
const leftOut = ({ leftOut: omissions }: Drawing) =>
  omissions.map(({ line, what }) => `${line}: ${what}`)
const one = (service: string) =>
  read(`services:\n  db: { image: postgres }\n  a:\n    image: a\n    ${service}\n`)

describe('a compose file in the shape of', () => {
  test('a shop with ten services is drawn with addresses, groups, replicas and icons', () => {
    const shop = read(file('shop.yaml'))
    expect([shop.name, shop.title, shop.groups]).toEqual([
      'shop',
      'shop',
      [
        { id: 'front', label: 'front' },
        { id: 'back', label: 'back' },
      ],
    ])
    expect(nodes(shop)).toEqual([
      '- outside globe',
      'front frontend container',
      'back checkout container',
      'back cart container',
      'back catalog container',
      'back currency container',
      'back payment container 3',
      'back email container',
      'back recommendation container 2',
      'back carts cache',
      'back catalog-db database',
      'back collector monitor',
      '- load container',
    ])
    expect(connections(shop)).toEqual([
      'frontend → catalog tcp 3550',
      'frontend → currency tcp 7000',
      'frontend → cart tcp 7070',
      'frontend → checkout tcp 5050',
      'frontend → recommendation tcp 8080',
      'frontend → collector tcp 4317',
      'outside → frontend 8080',
      'checkout → cart http gRPC 7070',
      'checkout → payment tcp 50051',
      'checkout → email http HTTP 8080',
      'cart → carts tcp Redis 6379',
      'catalog → catalog-db tcp PostgreSQL 5432',
      'currency → collector tcp 4317',
      'payment → collector tcp 4317',
      'email → collector tcp 4317',
      'recommendation → catalog',
      'recommendation → collector tcp 4317',
      'carts → collector tcp 4317',
      'load → frontend',
    ])
    expect(leftOut(shop)).toEqual([
      '14: network back of frontend',
      '34: the address in SHIPPING_URL of checkout: no service has this name',
      '40: variable REDIS_PASSWORD, which is not set here',
      '59: env_file of catalog-db',
      '60: port 5432 of catalog-db, which only its machine reaches',
      '69: variable FRONTEND_ADDR, which is not set here',
    ])
    expect(shop.nodes.find(({ id }) => id === 'catalog-db')).toMatchObject({
      description: 'Image postgres:16.',
      line: 56,
      shape: 'cylinder',
    })
    expect(shop.nodes.at(-1)?.description).toBe('Image grafana/k6. Runs with the profile load.')
    expect(shop.nodes.find(({ id }) => id === 'frontend')?.description).toBe(
      'Image example.com:5000/shop/frontend:1.4.',
    )
    expect(JSON.stringify(shop)).not.toContain('s3cret')
  })

  test('a voting app is drawn with the ports that people open', () => {
    const voting = read(file('voting.yaml'), {}, 'apps/docker-compose.yml')
    expect(voting.name).toBe('apps')
    expect(connections(voting)).toEqual([
      'vote → redis',
      'outside → vote 8080',
      'result → db',
      'outside → result 8081',
      'worker → redis',
      'worker → db',
    ])
    expect(nodes(voting)).toContain('back-tier db database')
  })

  test('a WordPress is drawn, and the names of its database and user are no hosts', () => {
    const wordpress = read(file('wordpress.yaml'))
    expect(connections(wordpress)).toEqual(['wordpress → db tcp 3306', 'outside → wordpress 80'])
    // The world is no part of the project: its node stands beside the group of the services.
    expect(nodes(wordpress)).toEqual([
      '- outside globe',
      `${FRAME} db database`,
      `${FRAME} wordpress globe`,
    ])
    expect(scriptOf(wordpress)).toContain(
      "topology.createProcess({ id: 'outside', label: 'Outside', icon: 'globe', external: true })",
    )
    expect(leftOut(wordpress)).toEqual(['16: volumes'])
  })

  test('an observability stack is drawn with addresses in commands and aliases of links', () => {
    expect(connections(read(file('observability.yaml')))).toEqual([
      'app → collector http HTTP 4318',
      'collector → tempo tcp 4317',
      'outside → prometheus 9090',
      'outside → loki',
      'promtail → loki http HTTP 3100',
      'grafana → prometheus http HTTP 9090',
      'grafana → loki',
      'outside → grafana ports 3000-3001',
    ])
  })
})

describe('an address', () => {
  test.each([
    ['URL: http://db', 'http HTTP'],
    ['URL: "jdbc:postgresql://db:5433/x"', 'tcp PostgreSQL 5433'],
    ['DSN: "root:pw@tcp(db:3306)/x"', 'tcp 3306'],
    ['URL: "postgresql+asyncpg://u:p%40@db/x"', 'tcp PostgreSQL'],
    ['SEEDS: "other:1,db:27017"', 'tcp 27017'],
    ['CONNECTION: "Server=db,1433;Database=x;User=db"', 'tcp 1433'],
    ['CONNECTION: "host=db user=x"', 'tcp'],
    ['DB_HOST: db', 'tcp'],
    ['DB_HOST: DB', 'tcp'],
  ])('%s is a connection', (variable, how) => {
    expect(connections(one(`environment: { ${variable} }`))).toEqual([`a → db ${how}`])
  })

  test.each([
    ['POSTGRES_DB: db'],
    ['NODE_ENV: db'],
    ['URL: http://localhost:5432/db'],
    ['URL: http://db.example.com'],
    ['PASSWORD: "db:pass"'],
    ['URL: "postgres://db:1234@other/x"'],
    ['MAIL: "someone@db"'],
    ['PATHS: "/srv/db:80"'],
    ['ALLOWED_HOSTS: "db,localhost"'],
    ['CORS_ORIGINS: "http://db:3000"'],
    ['NO_PROXY_HOSTS: db'],
    ['VIRTUAL_HOST: db'],
    ['SERVER_NAME: db'],
  ])('%s is none', (variable) => {
    expect(connections(one(`environment: { ${variable} }`))).toEqual([])
  })

  test('finds a service by its host name, container name and network alias', () => {
    const found = read(`services:
  db: { image: postgres, hostname: primary, container_name: shop_db, networks: { n: { aliases: [store] } } }
  a: { image: a, environment: { URL: "http://primary" } }
  b: { image: a, environment: { URL: "http://shop_db" } }
  c: { image: a, environment: { URL: "http://store" } }
`)
    expect(connections(found)).toEqual(['a → db http HTTP', 'b → db http HTTP', 'c → db http HTTP'])
  })

  test('means the service with this name, even if another has it as an alias', () => {
    const found = read(`services:
  a: { image: a, environment: { URL: "http://db" } }
  db: { image: postgres }
  proxy: { image: nginx, networks: { n: { aliases: [db] } } }
`)
    expect(connections(found)).toEqual(['a → db http HTTP'])
  })

  test('of a second port is told, because there is one connection for each pair', () => {
    const two = one('environment: { A_URL: "http://db:1", B_URL: "http://db:2" }')
    expect(connections(two)).toEqual(['a → db http HTTP 1'])
    expect(leftOut(two)).toEqual(['5: port 2 of db for a'])
  })

  test('never carries user or password, wherever they stand', () => {
    const secret = 'hunter2-s3cr3t'
    const drawing = one(`build: "https://u:${secret}@example.com/x.git"
    command: ["--db=postgres://u:${secret}@db/x", "--token=${secret}"]
    labels: { token: "${secret}" }
    ports: ["${secret}:80"]
    environment: { A: "${secret}://db:1", B: "http://${secret}@db", C: "\${X:-${secret}}", D_HOST: "${secret}", E: "http://${secret}" }`)
    expect(connections(drawing)).toHaveLength(2)
    expect(JSON.stringify(drawing)).not.toContain(secret)
  })
})

const imageOf = (text: string, env?: string) =>
  read(text, env === undefined ? {} : { '.env': env }).nodes[0]?.description

test.each([
  ['${TAG:-1}', 'x:1'],
  ['${TAG-1}', 'x:1'],
  ['${TAG:-${OTHER:-2}}', 'x:2'],
  ['${TAG:+set}', 'x'],
])('the variable %s has a default, so nothing is left out', (variable, image) => {
  const drawing = read(`services:\n  a:\n    image: x:${variable}\n`)
  expect(drawing.nodes[0]?.description).toBe(`Image ${image}.`)
  expect(leftOut(drawing)).toEqual([])
})

describe('the file .env beside a compose file', () => {
  test.each([
    ['TAG=7', 'x:7'],
    ['export TAG=7', 'x:7'],
    ['TAG: 7', 'x:7'],
    ['TAG=7 # the newest', 'x:7'],
    ["TAG='7'", 'x:7'],
    ['TAG="7"', 'x:7'],
    ['MAJOR=7\nTAG=$MAJOR.1', 'x:7.1'],
    ['MAJOR=7\nTAG="${MAJOR}.1"', 'x:7.1'],
    ['# TAG=6\n\nTAG=7\r\n', 'x:7'],
    ['TAG=6\nTAG=7', 'x:7'],
    ['TAG=', 'x:1'],
  ])('sets a variable: %j', (env, image) => {
    expect(imageOf('services: { a: { image: "x:${TAG:-1}" } }', env)).toBe(`Image ${image}.`)
  })

  test.each([
    ['${TAG}', 'x:7'],
    ['${TAG:?needed}', 'x:7'],
    ['${TAG:+set}', 'x:set'],
    ['$TAG', 'x:7'],
  ])('sets %s', (variable, image) => {
    const drawing = read(`services: { a: { image: "x:${variable}" } }`, { '.env': 'TAG=7' })
    expect(drawing.nodes[0]?.description).toBe(`Image ${image}.`)
    expect(leftOut(drawing)).toEqual([])
  })

  test('gives a variable that is only named to a container, and connects it', () => {
    const text = `services:
  db: { image: postgres }
  a: { image: a, environment: [DATABASE_URL, "CACHE_HOST=\${CACHE}"] }
  cache: { image: redis }
`
    const drawing = read(text, { '.env': 'DATABASE_URL=postgres://u:p@db/x\nCACHE=cache\n' })
    expect(connections(drawing)).toEqual(['a → db tcp PostgreSQL', 'a → cache tcp'])
    expect(leftOut(drawing)).toEqual([])
  })

  test('of an included file counts there, and the one of the including file wins', () => {
    const files = {
      '.env': 'TAG=1\n',
      'b/.env': 'TAG=2\nHOST=a\n',
      'b/compose.yaml':
        'services: { b: { image: "x:${TAG}", environment: { API_HOST: "$HOST" } } }',
    }
    const drawing = read('include: [b/compose.yaml]\nservices: { a: { image: "x:$HOST" } }', files)
    expect(drawing.nodes.map(({ description }) => description)).toEqual(['Image x:1.', 'Image x.'])
    expect(connections(drawing)).toEqual(['b → a tcp'])
    expect(leftOut(drawing)).toEqual(['2: variable HOST, which is not set here'])
  })

  test('never gets into a script by itself', () => {
    const drawing = read('services: { a: { image: x } }', { '.env': 'KEY=hunter2-s3cr3t' })
    expect(JSON.stringify(drawing)).not.toContain('hunter2')
  })
})

test.each([
  ['${TAG}', 'x'],
  ['$TAG', 'x'],
  ['${TAG:?needed}', 'x'],
])(
  'the variable %s is replaced as compose replaces one that is not set, and told',
  (variable, image) => {
    const drawing = read(`services:\n  a:\n    image: x:${variable}\n`)
    expect(drawing.nodes[0]?.description).toBe(`Image ${image}.`)
    expect(leftOut(drawing)).toContain('3: variable TAG, which is not set here')
  },
)

test.each([
  ['nginx', 'load-balancer'],
  ['docker.io/bitnami/postgresql:16@sha256:0a', 'database'],
  ['localhost:5000/redis', 'cache'],
  ['prometheuscommunity/postgres-exporter', 'monitor'],
  ['confluentinc/cp-kafka:7', 'queue'],
  ['shop/orders', 'container'],
])('the image %s has the icon %s', (image, icon) => {
  expect(read(`services: { a: { image: "${image}" } }`).nodes[0]?.icon).toBe(icon)
})

test('a network with the name of a service is another id', () => {
  const drawing = read(
    'services: { db: { image: x, networks: [db] }, outside: { image: y, ports: ["1:1"] } }',
  )
  expect(drawing.groups).toEqual([{ id: 'db-network', label: 'db' }])
  expect(nodes(drawing)).toEqual([
    '- outside-1 globe',
    'db-network db container',
    '- outside container',
  ])
})

describe('include and extends', () => {
  test('read local files, and say what they cannot', () => {
    const drawing = read(
      `include:
  - data/compose.yaml
  - path: [more.yaml, missing.yaml]
  - ../outside.yaml
  - https://example.com/compose.yaml
  - /etc/compose.yaml
services:
  api:
    extends: { file: base.yaml, service: base }
    environment: { B_URL: "http://cache" }
    ports: !reset []
  web:
    extends: api
    image: nginx
    depends_on: !override [api]
`,
      {
        'data/compose.yaml': 'include: [sub/more.yaml]\nservices: { db: { image: postgres } }',
        'data/sub/more.yaml': 'services: { cache: { image: redis } }',
        'more.yaml': 'services: { api: { image: other }, mail: { image: mailpit } }',
        'base.yaml':
          'services: { base: { image: api, ports: ["1:1"], environment: ["A_URL=http://db:1"], depends_on: [db, gone] } }',
      },
    )
    expect(nodes(drawing)).toEqual([
      '- cache cache',
      '- db database',
      '- api container',
      '- mail mail',
      '- web load-balancer',
    ])
    expect(connections(drawing)).toEqual([
      'api → db http HTTP 1',
      'api → cache http HTTP',
      'web → api',
      'web → db http HTTP 1',
      'web → cache http HTTP',
    ])
    expect(leftOut(drawing)).toEqual([
      '3: file missing.yaml, which cannot be read',
      '4: file ../outside.yaml, which cannot be read',
      '5: file https://example.com/compose.yaml, which is not local',
      '6: file /etc/compose.yaml, which is not local',
      '8: service api of an included file, which is here too',
      '9: gone in depends_on of api: no service has this name',
    ])
    expect(drawing.nodes.map(({ line }) => line)).toEqual([2, 2, 8, 3, 12])
  })

  test('in a circle are told', () => {
    const drawing = read(
      'include: [b.yaml]\nservices: { a: { image: x, extends: b }, b: { extends: a } }',
      {
        'b.yaml':
          'include: [compose.yaml]\nservices: { c: { image: x, extends: { file: b.yaml, service: c } } }',
      },
    )
    expect(nodes(drawing)).toEqual(['- c container', '- a container', '- b container'])
    expect(leftOut(drawing)).toEqual([
      '1: include of compose.yaml, which leads in a circle',
      '1: extends of c, which leads back to itself or too far',
      '2: extends of b, which leads back to itself or too far',
      '2: extends of a, which leads back to itself or too far',
    ])
  })
})

describe('nothing is invented:', () => {
  const three = (environment: string, other = '') => `services:
  a:
    image: a
    environment: ${environment}
  b: { image: b, hostname: queue${other} }
  last: { image: c }
`

  test.each([
    '{ SMTP_HOST: "${SMTP_HOST}" }',
    '{ SMTP_HOST: $SMTP_HOST }',
    '{ SMTP_HOST: "${SMTP_HOST:-}" }',
    '{ SMTP_HOST: "${SMTP_HOST-}" }',
    '{ SMTP_HOST: "${SMTP_HOST:+queue}" }',
    '{ SMTP_HOST: "${SMTP_HOST:?is required}" }',
    '{ SMTP_HOST: "" }',
    '{ SMTP_HOST: }',
    '{ SMTP_HOST: null }',
    '{ SMTP_HOST: " " }',
    '{ SMTP_HOSTS: ", ;," }',
    '{ SMTP_URL: "smtp://${SMTP_HOST}:25" }',
    '{ SMTP_SERVER: "${SMTP_HOST}:25" }',
    '[SMTP_HOST]',
    '[SMTP_HOST=]',
    '["SMTP_HOST=${SMTP_HOST}"]',
    '{ HOST: localhost }',
    '{ URL: "http://127.0.0.1:80" }',
  ])('environment: %s names no service', (environment) => {
    expect(connections(read(three(environment)))).toEqual([])
    // Neither does a service whose own name is empty, unknown or that of every machine.
    for (const own of ['', '${NAME}', '${NAME:-}', 'localhost']) {
      const other = `, container_name: "${own}", networks: { n: { aliases: ["${own}"] } }`
      expect(connections(read(three(environment, other)))).toEqual([])
    }
  })

  test('names of which only the variables differ are different hosts, and equal ones are one', () => {
    const other = ', container_name: "${PROJECT}-b"'
    expect(connections(read(three('{ HOST: "${OTHER}-b" }', other)))).toEqual([])
    expect(connections(read(three('{ HOST: "${PROJECT}-b" }', other)))).toEqual(['a → b tcp'])
    expect(connections(read(three('{ HOST: "${HOST:-queue}" }')))).toEqual(['a → b tcp'])
  })

  test('each connection has its host in the file', () => {
    const word = fc.constantFrom(
      '',
      'b',
      'c',
      'queue',
      'other',
      '${X}',
      '${X:-}',
      '${X:-c}',
      '${X:+c}',
    )
    const value = fc.array(word, { maxLength: 3 }).map((words) => words.join(','))
    const pair = fc.tuple(fc.constantFrom('HOST', 'DB_HOSTS', 'URL', 'BROKERS'), value)
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([key]) => key }), value, (pairs, own) => {
        const environment = pairs.map(([key, text]) => `      ${key}: "${text}"\n`).join('')
        const drawing = read(
          `services:\n  a:\n    environment:\n${environment || '      A: b\n'}` +
            `  b: { hostname: queue }\n  c: { container_name: "${own}" }\n`,
        )
        for (const { to } of drawing.connections) {
          const names = to === 'b' ? ['b', 'queue'] : ['c', own]
          const isNamed = pairs.some(([, text]) =>
            text.split(/[,{}:-]/).some((part) => names.includes(part)),
          )
          const isSame = pairs.some(([, text]) => own !== '' && text.includes(own))
          expect(isNamed || isSame, `${environment} → ${to}`).toBe(true)
        }
      }),
      { numRuns: cases(500) },
    )
  })
})
