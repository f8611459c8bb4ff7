/** 24 architectures as people draw them, which the layout was not made for: equal parts, trees, groups that call each other. */
import {
  connections,
  type DrawingData,
  database,
  type GroupData,
  group,
  ids,
  numbers,
  queue,
} from './script.ts'

const readme: DrawingData = {
  roots: [
    { id: 'shop', icon: 'browser' },
    group('orders', 'Orders', ['cart', { id: 'carts', shape: 'cylinder' }]),
    group('payments', 'Payments', ['cards', { id: 'ledger', shape: 'cylinder' }]),
    group('shipping', 'Shipping', ['parcels', { id: 'labels', shape: 'cylinder' }]),
  ],
  edges: connections(`
    shop > cart, cards, parcels: http
    cart > carts: :5432
    cards > ledger: :5432
    parcels > labels: :5432`),
}

const zones = ['eu-west', 'us-east', 'ap-south']
const region = (zone: string): GroupData =>
  group(zone, `Region ${zone}`, [
    `lb ${zone}`,
    `api ${zone}`,
    `worker ${zone}`,
    database(`db ${zone}`),
    queue(`jobs ${zone}`),
  ])
const threeRegions: DrawingData = {
  roots: [
    { id: 'users', icon: 'user' },
    { id: 'dns', icon: 'dns' },
    ...zones.map(region),
    { id: 'backups', shape: 'cloud' },
  ],
  edges: [
    ...connections('users > dns'),
    ...zones.flatMap((zone) =>
      connections(`
        dns > lb ${zone}: route
        lb ${zone} > api ${zone}
        api ${zone} > db ${zone}, jobs ${zone}
        jobs ${zone} > worker ${zone}
        worker ${zone} > db ${zone}
        db ${zone} > backups: nightly`),
    ),
  ],
}

const k8s: DrawingData = {
  roots: [
    { id: 'internet', shape: 'cloud' },
    group('cluster', 'Cluster', [
      group('ingress', 'ingress', ['controller', 'cert-manager']),
      group('frontend', 'frontend', [
        { id: 'web', replicas: 3 },
        { id: 'assets', replicas: 2 },
      ]),
      group('backend', 'backend', ['orders', 'catalog', 'pricing', 'accounts']),
      group('data', 'data', [
        database('postgres-0'),
        database('postgres-1'),
        { id: 'redis', icon: 'cache' },
      ]),
      group('monitoring', 'monitoring', ['prometheus', 'grafana', 'loki']),
    ]),
    { id: 'registry', icon: 'storage' },
  ],
  edges: connections(`
    internet > controller: HTTPS
    cert-manager > controller
    controller > web, assets
    web > orders, catalog, accounts
    catalog > pricing
    orders > postgres-0, redis
    catalog > postgres-0
    accounts > postgres-0, redis
    pricing > redis
    postgres-0 > postgres-1: replicate
    prometheus > orders, catalog, pricing, accounts
    grafana > prometheus, loki
    registry > cluster: pull`),
}

const partitions = ['A', 'B', 'C']
const eventDriven: DrawingData = {
  roots: [
    'checkout',
    'returns',
    group(
      'topic',
      'Topic orders',
      partitions.map((one) => queue(`partition ${one}`)),
    ),
    ...['billing', 'shipping', 'loyalty', 'search'].map((one) => `${one} consumer`),
    database('projection'),
    { id: 'dead letters', shape: 'parallelogram' },
  ],
  edges: [
    ...partitions.flatMap((one) =>
      connections(`
        checkout > partition ${one}: publish
        returns > partition ${one}`),
    ),
    ...connections(`
      partition A > billing consumer, shipping consumer
      partition B > loyalty consumer
      partition C > search consumer
      billing consumer > dead letters
      shipping consumer > dead letters
      search consumer > projection
      loyalty consumer > projection`),
  ],
}

const lakehouse: DrawingData = {
  roots: [
    group('sources', 'Sources', ['crm', 'erp', 'clickstream', 'files']),
    group('ingestion', 'Ingestion', ['debezium', 'fivetran', 'kafka']),
    group('bronze', 'Bronze', [database('raw events'), database('raw tables')]),
    group('silver', 'Silver', [database('sessions'), database('customers'), database('invoices')]),
    group('gold', 'Gold', [database('churn'), database('revenue')]),
    group('serving', 'Serving', ['dashboards', 'notebooks', 'feature store', 'reverse etl']),
    'airflow',
  ],
  edges: connections(`
    crm > debezium
    erp > fivetran
    clickstream > kafka
    files > fivetran
    debezium > kafka: cdc
    kafka > raw events
    fivetran > raw tables
    raw events > sessions, customers
    raw tables > customers, invoices
    sessions > churn
    customers > churn, revenue
    invoices > revenue
    churn > dashboards, feature store
    revenue > dashboards, notebooks
    feature store > reverse etl
    airflow > fivetran, sessions, revenue: run`),
}

/** Depth 4: a root, three below it, three below each, and many leaves. */
const organisation: DrawingData = (() => {
  const edges: [string, string][] = []
  const roots = ['board']
  const add = (from: string, to: string) => {
    roots.push(to)
    edges.push([from, to])
  }
  for (const area of ['Product', 'Sales', 'Operations']) {
    add('board', area)
    for (const part of [1, 2, 3]) {
      add(area, `${area} ${part}`)
      for (const leaf of ids(area === 'Product' ? 6 : 4, ''))
        add(`${area} ${part}`, `${area} ${part}.${leaf}`)
    }
  }
  return { roots, edges }
})()

/** A team per group, with calls inside of it and a few to other teams. */
const teams: DrawingData = (() => {
  const draw = numbers(120)
  const nodes = ids(120, 's')
  const edges = new Map<string, [string, string]>()
  const connect = (from: number, to: number) => {
    if (from !== to && !edges.has(`${to} ${from}`))
      edges.set(`${from} ${to}`, [`s${from}`, `s${to}`])
  }
  for (let team = 0; team < 12; team++) {
    for (let at = 1; at < 10; at++) connect(team * 10 + Math.floor(draw() * at), team * 10 + at)
    for (let call = 0; call < 6; call++)
      connect(
        team * 10 + Math.floor(draw() * 10),
        ((team + 1 + Math.floor(draw() * 4)) % 12) * 10 + Math.floor(draw() * 10),
      )
  }
  return {
    roots: Array.from({ length: 12 }, (_, team) =>
      group(`team-${team}`, `Team ${team + 1}`, nodes.slice(team * 10, team * 10 + 10)),
    ),
    edges: [...edges.values()],
  }
})()

/** Seven platforms of seven services: what is near is connected. */
const nested49: DrawingData = (() => {
  const draw = numbers(49)
  const edges = ids(48).map((_, at): [string, string] => [
    `n${Math.max(0, at - Math.floor(draw() * 5))}`,
    `n${at + 1}`,
  ])
  const groups = ids(7, 'unit-').map((id, at) =>
    group(id, `Unit ${at + 1}`, ids(49).slice(at * 7, at * 7 + 7)),
  )
  return {
    roots: [group('north', 'North', groups.slice(0, 4)), group('south', 'South', groups.slice(4))],
    edges,
  }
})()

const serverless: DrawingData = {
  roots: [
    { id: 'spa', icon: 'browser' },
    'cloudfront',
    { id: 'static', label: 'S3 site', icon: 'storage' },
    'cognito',
    'api gateway',
    group('functions', 'Functions', ['list', 'create', 'upload', 'thumbnail', 'notify']),
    database('dynamo'),
    { id: 'uploads', icon: 'storage' },
    queue('sqs'),
    { id: 'ses', shape: 'cloud' },
  ],
  edges: connections(`
    spa > cloudfront
    cloudfront > static, api gateway
    spa > cognito: sign in
    api gateway > list, create, upload
    api gateway > cognito
    list > dynamo
    create > dynamo, sqs
    upload > uploads
    uploads > thumbnail: event
    thumbnail > uploads
    sqs > notify
    notify > ses`),
}

const releases: DrawingData = {
  roots: [
    'developer',
    'git',
    group('pipeline', 'Pipeline', ['lint', 'unit', 'build', 'integration', 'sign']),
    { id: 'images', icon: 'storage' },
    'argo',
    ...['dev', 'stage', 'prod'].map((one) =>
      group(one, one, [`${one} gateway`, `${one} app`, database(`${one} db`)]),
    ),
  ],
  edges: connections(`
    developer > git: push
    git > lint, unit, build
    lint > integration
    unit > integration
    build > integration
    integration > sign
    sign > images
    argo > git: watch
    argo > dev gateway, stage gateway, prod gateway: sync
    images > argo
    dev gateway > dev app
    dev app > dev db
    stage gateway > stage app
    stage app > stage db
    prod gateway > prod app
    prod app > prod db`),
}

const gateway: DrawingData = {
  roots: [
    { id: 'web', icon: 'browser' },
    { id: 'mobile', icon: 'mobile' },
    'partner',
    'gateway',
    ...['users', 'products', 'baskets', 'orders', 'reviews', 'stock', 'prices'].flatMap((one) => [
      one,
      database(`${one} db`),
    ]),
  ],
  edges: [
    ...connections(`
      web > gateway: HTTPS
      mobile > gateway: HTTPS
      partner > gateway: HTTPS
      orders > stock
      products > prices`),
    ...['users', 'products', 'baskets', 'orders', 'reviews', 'stock', 'prices'].flatMap((one) =>
      connections(`
        gateway > ${one}
        ${one} > ${one} db`),
    ),
  ],
}

const hexagon: DrawingData = {
  roots: [
    group('driving', 'Driving adapters', ['rest', 'graphql', 'cli', 'consumer']),
    group('core', 'Core', [group('ports', 'Ports', ['commands', 'queries']), 'domain', 'policies']),
    group('driven', 'Driven adapters', ['repository', 'publisher', 'mailer', 'clock']),
    database('postgres'),
    queue('rabbit'),
    { id: 'smtp', shape: 'cloud' },
  ],
  edges: connections(`
    rest > commands, queries
    graphql > queries
    cli > commands
    consumer > commands
    commands > domain
    queries > repository
    domain > policies
    domain > repository, publisher, mailer, clock
    repository > postgres
    publisher > rabbit
    rabbit > consumer
    mailer > smtp`),
}

const learning: DrawingData = {
  roots: [
    'labelling',
    group('features', 'Features', [
      'batch features',
      'online features',
      database('offline store'),
      database('online store'),
    ]),
    group('training', 'Training', ['tuner', 'trainer', 'evaluator']),
    database('model registry'),
    group('inference', 'Inference', ['router', 'champion', 'challenger']),
    'drift monitor',
    'product',
  ],
  edges: connections(`
    labelling > offline store
    batch features > offline store
    online features > online store
    offline store > trainer
    tuner > trainer
    trainer > evaluator
    evaluator > model registry: promote
    model registry > champion, challenger
    product > router
    router > champion, challenger
    champion > online store
    challenger > online store
    champion > drift monitor
    challenger > drift monitor
    drift monitor > tuner: retrain`),
}

const lines = ['line 1', 'line 2', 'line 3', 'line 4']
const factory: DrawingData = {
  roots: [
    ...lines.map((line) => group(line, line, [`press ${line}`, `robot ${line}`, `plc ${line}`])),
    group('edge', 'Edge', ['opc server', 'historian', queue('buffer')]),
    group('office', 'Office', ['mes', 'erp', 'quality', 'planning']),
  ],
  edges: [
    ...lines.flatMap((line) =>
      connections(`
        press ${line} > plc ${line}
        robot ${line} > plc ${line}
        plc ${line} > opc server: OPC UA`),
    ),
    ...connections(`
      opc server > historian, buffer
      buffer > mes
      historian > quality
      mes > erp
      planning > mes
      erp > planning`),
  ],
}

const bank: DrawingData = {
  roots: [
    group('channels', 'Channels', ['branch', 'online', 'atm', 'partner api']),
    group('integration', 'Integration', ['esb', 'api management', 'fraud check']),
    group('core', 'Core banking', ['accounts', 'loans', 'cards', 'general ledger']),
    group('risk', 'Risk', ['limits', 'reporting']),
    { id: 'swift', shape: 'cloud' },
    { id: 'schemes', shape: 'cloud' },
    { id: 'regulator', shape: 'cloud' },
  ],
  edges: connections(`
    branch > esb
    online > api management
    atm > esb
    partner api > api management
    api management > esb, fraud check
    esb > accounts, loans, cards
    fraud check > limits
    accounts > general ledger, swift
    loans > general ledger
    cards > general ledger, schemes
    general ledger > reporting
    limits > reporting
    reporting > regulator`),
}

const tenants = ['Acme', 'Globex', 'Initech']
const tenancy: DrawingData = {
  roots: [
    'login',
    'tenant router',
    ...tenants.map((one) =>
      group(one, one, [
        `${one} web`,
        group(`${one} services`, 'Services', [`${one} api`, `${one} jobs`]),
        group(`${one} stores`, 'Stores', [
          database(`${one} sql`),
          { id: `${one} cache`, icon: 'cache' },
        ]),
      ]),
    ),
    'metering',
    'billing',
  ],
  edges: [
    ...connections(`
      login > tenant router
      metering > billing`),
    ...tenants.flatMap((one) =>
      connections(`
        tenant router > ${one} web
        ${one} web > ${one} api
        ${one} api > ${one} sql, ${one} cache
        ${one} jobs > ${one} sql
        ${one} api > metering`),
    ),
  ],
}

const network: DrawingData = {
  roots: [
    { id: 'isp 1', shape: 'cloud' },
    { id: 'isp 2', shape: 'cloud' },
    group('dmz', 'DMZ', ['firewall 1', 'firewall 2', 'vpn', 'mail relay']),
    group('core', 'Core', ['switch 1', 'switch 2']),
    ...['Office', 'Lab', 'Servers'].map((one) =>
      group(one, one, [`access ${one}`, `${one} a`, `${one} b`, `${one} c`]),
    ),
  ],
  edges: [
    ...connections(`
      isp 1 > firewall 1
      isp 2 > firewall 2
      firewall 1 > switch 1, vpn
      firewall 2 > switch 2, mail relay
      switch 1 > switch 2: trunk`),
    ...['Office', 'Lab', 'Servers'].flatMap((one) =>
      connections(`
        switch 1 > access ${one}
        switch 2 > access ${one}
        access ${one} > ${one} a, ${one} b, ${one} c`),
    ),
  ],
}

const identity: DrawingData = {
  roots: [
    { id: 'person', icon: 'user' },
    'app',
    'backend',
    group('idp', 'Identity provider', ['authorize', 'token', 'keys', 'sessions']),
    database('directory'),
    { id: 'otp', shape: 'cloud' },
    'audit',
  ],
  edges: connections(`
    person > app
    app > authorize: redirect
    authorize > directory: password
    authorize > otp: second factor
    authorize > sessions
    app > token: code
    token > sessions, keys
    app > backend: bearer
    backend > keys: verify
    authorize > audit
    token > audit`),
}

const available: DrawingData = {
  roots: [
    { id: 'visitors', icon: 'user' },
    'balancer',
    group('web', 'Web', ['web 1', 'web 2', 'web 3']),
    group('app', 'App', ['app 1', 'app 2', 'app 3']),
    group('db', 'Database', [database('primary'), database('replica 1'), database('replica 2')]),
  ],
  edges: connections(`
    visitors > balancer
    balancer > web 1, web 2, web 3
    web 1 > app 1
    web 2 > app 2
    web 3 > app 3
    app 1 > primary
    app 2 > primary
    app 3 > primary
    primary > replica 1, replica 2: stream`),
}

const video: DrawingData = {
  roots: [
    'studio',
    'uploader',
    { id: 'masters', icon: 'storage' },
    group('transcoding', 'Transcoding', ['splitter', '240p', '720p', '1080p', '4k', 'packager']),
    { id: 'origin', icon: 'storage' },
    group('cdn', 'CDN', ['edge Paris', 'edge Tokyo', 'edge Lima']),
    { id: 'tv', icon: 'monitor' },
    { id: 'phone', icon: 'mobile' },
    'recommendations',
    'catalogue',
  ],
  edges: connections(`
    studio > uploader
    uploader > masters
    masters > splitter
    splitter > 240p, 720p, 1080p, 4k
    240p > packager
    720p > packager
    1080p > packager
    4k > packager
    packager > origin, catalogue
    origin > edge Paris, edge Tokyo, edge Lima
    edge Paris > tv
    edge Tokyo > phone
    edge Lima > phone
    catalogue > recommendations
    recommendations > tv, phone`),
}

const monitoring: DrawingData = {
  roots: [
    ...ids(6, 'service '),
    group('collect', 'Collectors', ['metrics agent', 'log agent', 'trace agent']),
    group('store', 'Stores', [database('metrics'), database('logs'), database('traces')]),
    'grafana',
    'alerting',
    { id: 'pager', shape: 'cloud' },
  ],
  edges: [
    ...ids(6, 'service ').flatMap((one) =>
      connections(`
        ${one} > metrics agent
        ${one} > log agent`),
    ),
    ...connections(`
      service 0 > trace agent
      metrics agent > metrics
      log agent > logs
      trace agent > traces
      metrics > grafana, alerting
      logs > grafana
      traces > grafana
      alerting > pager`),
  ],
}

/** A service tree: each team has services, each service its parts. */
const serviceTree: DrawingData = {
  roots: ['platform', 'build', 'run', 'observe', ...ids(9, 'tool '), ...ids(27, 'part ')],
  edges: [
    ...connections('platform > build, run, observe'),
    ...ids(9, 'tool ').map((id, at): [string, string] => [
      ['build', 'run', 'observe'][at % 3] as string,
      id,
    ]),
    ...ids(27, 'part ').map((id, at): [string, string] => [`tool ${Math.floor(at / 3)}`, id]),
  ],
}

const fanOut: DrawingData = {
  roots: [
    'api',
    ...['email', 'sms', 'push', 'webhook', 'slack', 'audit'].map((one) => `${one} worker`),
    queue('notifications'),
    database('outbox'),
  ],
  edges: connections(`
    api > outbox
    outbox > notifications: relay
    notifications > email worker, sms worker, push worker, webhook worker, slack worker, audit worker`),
}

const mesh: DrawingData = {
  roots: [
    group('control plane', 'Control plane', ['pilot', 'citadel', 'galley']),
    ...['frontend', 'booking', 'ratings', 'details'].map((one) =>
      group(one, one, [`${one} app`, `${one} proxy`]),
    ),
    'ingress',
  ],
  edges: connections(`
    ingress > frontend proxy
    frontend proxy > frontend app
    frontend app > booking proxy, details proxy: mTLS
    booking proxy > booking app
    booking app > ratings proxy: mTLS
    details proxy > details app
    ratings proxy > ratings app
    pilot > frontend proxy, booking proxy, ratings proxy, details proxy: config
    citadel > pilot
    galley > pilot`),
}

export const architectures: Readonly<Record<string, DrawingData>> = {
  readme,
  'three-equal-regions': threeRegions,
  k8s,
  'event-driven': eventDriven,
  lakehouse,
  organisation,
  teams,
  'nested-49': nested49,
  serverless,
  releases,
  gateway,
  hexagon,
  learning,
  factory,
  bank,
  tenancy,
  network,
  identity,
  available,
  video,
  monitoring,
  'service-tree': serviceTree,
  'fan-out': fanOut,
  mesh,
}
