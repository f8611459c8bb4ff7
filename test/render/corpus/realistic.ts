/** Topologies as people draw them: services, platforms, pipelines, and the corners of what a script can say. */
import { connections, type DrawingData, database, type GroupData, group, queue } from './script.ts'

const shop: DrawingData = {
  roots: [
    { id: 'shopper', icon: 'browser' },
    { id: 'mobile app', icon: 'mobile' },
    group('edge', 'Edge', ['cdn', 'waf', 'gateway']),
    group('services', 'Services', [
      'catalog',
      'cart',
      'checkout',
      'orders',
      'payments',
      'users',
      'search',
    ]),
    group('data', 'Data', [
      database('catalog-db'),
      database('orders-db'),
      database('users-db'),
      { id: 'redis', icon: 'cache' },
      queue('events'),
    ]),
    group('async', 'Workers', ['mailer', 'invoicing', 'indexer', 'warehouse']),
    { id: 'bank', shape: 'cloud' },
    { id: 'smtp', shape: 'cloud' },
  ],
  edges: connections(`
    shopper > cdn: HTTPS
    mobile app > waf: HTTPS
    cdn > waf
    waf > gateway
    gateway > catalog, cart, checkout, users, search: REST
    cart > redis
    catalog > catalog-db
    checkout > cart, orders, payments: gRPC
    orders > orders-db
    orders > events: publish
    payments > bank: authorize
    payments > events: publish
    users > users-db
    search > redis
    events > mailer, invoicing, indexer, warehouse: consume
    indexer > search
    mailer > smtp
    invoicing > orders-db
    warehouse > orders`),
}

const kubernetes: DrawingData = {
  roots: [
    'client',
    { id: 'dns', icon: 'dns' },
    group('cluster', 'Cluster', [
      group('ingress', 'Ingress', ['lb', 'nginx-1', 'nginx-2']),
      group('web', 'Namespace web', [
        { id: 'frontend', replicas: 3 },
        { id: 'bff', replicas: 2 },
        'sessions',
      ]),
      group('shop', 'Namespace shop', ['pricing', 'stock', 'basket', 'delivery']),
      group('platform', 'Namespace platform', ['auth', 'flags', 'audit']),
      group('observability', 'Observability', ['prometheus', 'grafana', 'loki', 'alertmanager']),
    ]),
    group('managed', 'Managed services', [
      database('postgres'),
      { id: 'redis', icon: 'cache' },
      queue('kafka'),
      's3',
    ]),
    { id: 'pagerduty', shape: 'cloud' },
  ],
  edges: connections(`
    client > dns: resolve
    client > lb: HTTPS
    lb > nginx-1, nginx-2
    nginx-1 > frontend
    nginx-2 > frontend
    frontend > bff
    bff > sessions, pricing, stock, basket, delivery
    bff > auth: token
    sessions > redis
    pricing > postgres
    stock > postgres
    basket > redis
    delivery > kafka: publish
    stock > kafka: publish
    auth > postgres
    flags > redis
    bff > flags
    audit > s3: archive
    kafka > audit
    prometheus > frontend, bff, pricing, stock: scrape
    grafana > prometheus, loki
    prometheus > alertmanager
    alertmanager > pagerduty: page`),
}

const dataPlatform: DrawingData = {
  roots: [
    group('sources', 'Sources', ['crm', 'erp', 'web shop', 'sensors', 'partners']),
    group('ingest', 'Ingestion', ['cdc', 'batch loader', 'stream gateway', 'sftp']),
    group('lake', 'Lake', ['raw', 'cleansed', 'curated', 'catalog']),
    group('compute', 'Compute', ['spark', 'flink', 'dbt', 'airflow']),
    group('serve', 'Serving', [
      database('warehouse'),
      'feature store',
      'search index',
      'metrics api',
    ]),
    group('use', 'Consumers', ['dashboards', 'notebooks', 'ml training', 'reverse etl', 'finance']),
    { id: 'lineage', icon: 'layers' },
  ],
  edges: connections(`
    crm > cdc
    erp > cdc, batch loader
    web shop > stream gateway: events
    sensors > stream gateway: mqtt
    partners > sftp: files
    cdc > raw
    batch loader > raw
    sftp > raw
    stream gateway > flink: kafka
    flink > raw, feature store
    raw > spark
    spark > cleansed
    cleansed > dbt
    dbt > curated
    airflow > spark, dbt, batch loader: trigger
    curated > warehouse, search index
    catalog > lineage
    raw > catalog
    curated > catalog
    warehouse > dashboards, notebooks, finance: SQL
    feature store > ml training
    metrics api > dashboards
    warehouse > metrics api
    warehouse > reverse etl
    reverse etl > crm: sync`),
}

const delivery: DrawingData = {
  roots: [
    'developer',
    'repository',
    'pull request',
    'ci',
    'unit tests',
    'lint',
    'build',
    'scan',
    'registry',
  ]
    .map((id): string | GroupData => id)
    .concat([
      group('staging', 'Staging', ['deploy staging', 'smoke tests', 'load tests']),
      group('production', 'Production', ['canary', 'rollout', 'rollback']),
      'approval',
      'monitoring',
      'incident',
    ]),
  edges: connections(`
    developer > repository: push
    repository > pull request
    pull request > ci
    ci > unit tests, lint, build
    build > scan
    scan > registry: image
    unit tests > registry
    lint > registry
    registry > deploy staging
    deploy staging > smoke tests, load tests
    smoke tests > approval
    load tests > approval
    approval > canary
    canary > rollout: healthy
    canary > rollback: errors
    rollout > monitoring
    monitoring > incident: alert
    incident > developer: page
    rollback > incident`),
}

const sites = ['Berlin', 'Oslo', 'Turin', 'Lyon']
const internetOfThings: DrawingData = {
  roots: [
    ...sites.map((site) =>
      group(`site ${site}`, `Site ${site}`, [
        `sensor ${site} 1`,
        `sensor ${site} 2`,
        `sensor ${site} 3`,
        `plc ${site}`,
        group(`edge ${site}`, 'Edge computer', [`gateway ${site}`, `buffer ${site}`]),
      ]),
    ),
    group('cloud', 'Cloud', ['broker', 'registry', 'rules', 'twin', 'history', 'jobs']),
    group('apps', 'Applications', ['operator panel', 'maintenance', 'reports', 'alarms']),
  ],
  edges: [
    ...sites.flatMap((site) =>
      connections(`
        sensor ${site} 1 > plc ${site}
        sensor ${site} 2 > plc ${site}
        sensor ${site} 3 > gateway ${site}
        plc ${site} > gateway ${site}: OPC UA
        gateway ${site} > buffer ${site}
        buffer ${site} > broker: MQTT
        jobs > gateway ${site}: update`),
    ),
    ...connections(`
      broker > rules, twin, history
      registry > broker
      rules > alarms, jobs
      twin > operator panel
      history > reports, maintenance
      maintenance > jobs
      alarms > operator panel`),
  ],
}

const regions = ['eu', 'us', 'ap', 'sa']
const multiRegion: DrawingData = {
  roots: [
    { id: 'users', icon: 'user' },
    { id: 'dns', icon: 'dns' },
    ...regions.map((region) =>
      group(`region ${region}`, `Region ${region}`, [
        group(`front ${region}`, 'Front', [`cdn ${region}`, `waf ${region}`, `lb ${region}`]),
        group(`apps ${region}`, 'Applications', [
          `web ${region}`,
          `api ${region}`,
          `jobs ${region}`,
          `auth ${region}`,
        ]),
        group(`stores ${region}`, 'Stores', [
          database(`db ${region}`),
          `cache ${region}`,
          queue(`log ${region}`),
        ]),
      ]),
    ),
    group('global', 'Global', ['control plane', 'secrets', 'billing', 'telemetry', 'archive']),
  ],
  edges: [
    ['users', 'dns'],
    ...regions.flatMap((region) =>
      connections(`
        dns > cdn ${region}: route
        cdn ${region} > waf ${region}
        waf ${region} > lb ${region}
        lb ${region} > web ${region}, api ${region}
        web ${region} > api ${region}
        api ${region} > auth ${region}, db ${region}, cache ${region}, log ${region}
        jobs ${region} > log ${region}, db ${region}
        auth ${region} > secrets
        log ${region} > telemetry: stream
        control plane > lb ${region}: config`),
    ),
    ...connections(`
      db eu > db us, db ap, db sa: replicate
      telemetry > archive
      billing > telemetry
      control plane > secrets`),
  ],
}

/** Rows as written, which no layout may reorder. */
const threeTier: DrawingData = {
  autoLayout: false,
  roots: [
    { id: 'internet', shape: 'cloud' },
    group('dmz', 'DMZ', ['proxy-1', 'proxy-2', 'waf']),
    group('app', 'Application tier', ['web-1', 'web-2', 'web-3'], ['api-1', 'api-2', 'worker']),
    group(
      'data',
      'Data tier',
      [database('primary'), database('standby'), 'cache'],
      ['backup', 'queue'],
    ),
    group('ops', 'Operations', ['metrics', 'logs'], ['bastion']),
  ],
  edges: connections(`
    internet > proxy-1, proxy-2: HTTPS
    proxy-1 > waf
    proxy-2 > waf
    waf > web-1, web-2, web-3
    web-1 > api-1
    web-2 > api-1, api-2
    web-3 > api-2
    api-1 > primary, cache: SQL
    api-2 > primary, cache: SQL
    worker > queue, primary
    primary > standby: replicate
    standby > backup: nightly
    metrics > api-1, api-2, primary
    logs > web-2
    bastion > primary: ssh`),
}

const longLabels: DrawingData = {
  roots: [
    { id: 'a', label: 'Customer facing single page application' },
    { id: 'b', label: 'Identity and access management service' },
    { id: 'c', label: 'Regulatory reporting and archiving of transactions' },
    group('g', 'Legacy systems that wait for their replacement', [
      { id: 'd', label: 'Mainframe (accounts, 1987)' },
      { id: 'e', label: 'Message broker of the head office' },
    ]),
    { id: 'f', label: 'Fraud' },
    { id: 'h', label: 'Notification hub' },
  ],
  edges: connections(`
    a > b: OpenID Connect with PKCE
    a > d: submits payment instructions
    b > d: looks up the customer
    d > e: emits a booking for every posting
    e > c: streams what the regulator wants
    e > f: asks for a risk score
    f > h: warns the customer by phone
    a > h: subscribes
    c > f: yearly model review`),
}

const letters: DrawingData = {
  roots: [
    { id: 'thai', label: 'ระบบชำระเงิน' },
    { id: 'arabic', label: 'بوابة الدفع' },
    { id: 'chinese', label: '订单服务与库存' },
    { id: 'greek', label: 'Υπηρεσία χρηστών' },
    { id: 'hindi', label: 'सूचना सेवा' },
    group('g', 'Хранилище данных', [
      { id: 'russian', label: 'Очередь сообщений' },
      { id: 'korean', label: '데이터베이스', shape: 'cylinder' },
    ]),
    { id: 'hebrew', label: 'ניתוח' },
    { id: 'japanese', label: '通知サービス' },
  ],
  edges: connections(`
    thai > arabic: ขอ
    arabic > russian: طلب
    chinese > russian: 发布
    greek > korean
    hindi > japanese: भेजें
    russian > korean
    korean > hebrew: קריאה
    thai > chinese
    arabic > hindi`),
}

const shapes: DrawingData = {
  roots: [
    ...['diamond', 'cloud', 'hexagon', 'parallelogram', 'circle', 'cylinder'].map((shape) => ({
      id: shape,
      shape,
    })),
    ...[2, 3, 5].map((replicas) => ({ id: `times ${replicas}`, replicas, icon: 'server' })),
    group('g', 'Group that is an end', ['inside']),
    'self',
  ],
  edges: [
    ...connections(`
      diamond > cloud: yes
      diamond > hexagon: no
      cloud > circle
      hexagon > parallelogram
      parallelogram > cylinder
      circle > cylinder
      cylinder > times 2, times 3, times 5
      times 2 > g: whole group
      times 5 > inside
      self > self: retry
      circle > self`),
    // Two connections between the same nodes, and one back.
    { from: 'diamond', to: 'cloud', port: 8080 },
    { from: 'cylinder', to: 'circle', type: 'replication' },
  ],
}

const labelled: DrawingData = {
  roots: [
    'web',
    'app',
    'gateway',
    'accounts',
    'ledger',
    'rates',
    'quotes',
    'orders',
    'market',
    'risk',
    'vault',
    'audit',
  ],
  edges: connections(`
    web > gateway: HTTPS :443
    app > gateway: HTTPS :443
    gateway > accounts: GET /accounts
    gateway > orders: POST /orders
    gateway > quotes: websocket
    accounts > ledger: SQL
    orders > ledger: book
    orders > risk: check limits
    orders > market: FIX 4.4
    quotes > rates: subscribe
    rates > market: multicast
    risk > rates: read
    risk > vault: key
    ledger > audit: append
    orders > audit: append
    accounts > vault: key`),
}

export const realistic: Readonly<Record<string, DrawingData>> = {
  shop,
  kubernetes,
  'data-platform': dataPlatform,
  delivery,
  'internet-of-things': internetOfThings,
  'multi-region': multiRegion,
  'three-tier-rows': threeTier,
  'long-labels': longLabels,
  letters,
  shapes,
  labelled,
}
