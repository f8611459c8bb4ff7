/** Flowcharts of Mermaid as people write them in READMEs and issues. */
export const handmade: Readonly<Record<string, string>> = {
  gate: `flowchart TD
    gate --> a1 & a2 & a3 & a4 & a5 --> sum --> log & mail`,
  login: `flowchart TD
    A([Open app]) --> B{Signed in?}
    B -->|yes| C[Home]
    B -->|no| D[Sign in form]
    D --> E{Password right?}
    E -->|yes| C
    E -->|no| F[Show error]
    F --> D`,
  order: `flowchart TD
    cart[Cart] --> check{In stock?}
    check -->|no| wait[Waiting list]
    check -->|yes| pay[Payment]
    pay --> paid{Paid?}
    paid -->|no| retry[Ask again]
    retry --> pay
    paid -->|yes| pack[Pack]
    pack --> ship[Ship]
    ship --> done([Done])
    wait --> done`,
  'pull-request': `flowchart TD
    push[Push] --> lint[Lint] & unit[Unit tests] & types[Types]
    lint & unit & types --> build[Build]
    build --> e2e[End to end] & image[Image]
    e2e & image --> review{Approved?}
    review -->|yes| merge[Merge]
    review -->|no| push`,
  incident: `flowchart TD
    alert[Alert] --> triage{Severe?}
    triage -->|no| ticket[Ticket]
    triage -->|yes| page[Page on-call]
    page --> ack{Acknowledged?}
    ack -->|no| second[Page second]
    second --> ack
    ack -->|yes| fix[Mitigate]
    fix --> status[Status page] & notes[Notes]
    status --> close[Close]
    notes --> postmortem[Post-mortem]
    ticket --> close`,
  oauth: `flowchart LR
    user((User)) --> app[App]
    app --> authorize[Authorize]
    authorize --> consent{Consent?}
    consent -->|yes| code[Code]
    consent -->|no| denied[Denied]
    code --> token[Token]
    token --> api[API]
    api --> app`,
  etl: `flowchart LR
    crm[(CRM)] & shop[(Shop)] & logs[(Logs)] --> extract[Extract]
    extract --> raw[(Raw)]
    raw --> clean[Clean] --> warehouse[(Warehouse)]
    raw --> archive[(Archive)]
    warehouse --> finance[Finance] & sales[Sales] & ml[Training]
    ml --> model[Model]`,
  'web-shop': `flowchart TD
    browser[Browser] --> cdn[CDN] --> lb[Load balancer]
    lb --> web1[Web 1] & web2[Web 2]
    web1 & web2 --> catalog[Catalog] & orders[Orders]
    catalog --> search[(Search)]
    catalog --> db[(Products)]
    orders --> odb[(Orders DB)]
    orders --> queue[/Queue/]
    queue --> mailer[Mailer] & billing[Billing]`,
  'mobile-backend': `flowchart TD
    ios[iOS] & android[Android] & site[Web] --> gateway[Gateway]
    gateway --> auth[Auth] & feed[Feed] & chat[Chat] & media[Media]
    auth --> users[(Users)]
    feed --> posts[(Posts)]
    feed --> cache[(Cache)]
    chat --> messages[(Messages)]
    media --> bucket[(Bucket)]
    chat --> push[Push service]`,
  'org-chart': `flowchart TD
    ceo[CEO] --> cto[CTO] & cfo[CFO] & coo[COO]
    cto --> platform[Platform] & product[Product] & data[Data]
    cfo --> accounting[Accounting] & controlling[Controlling]
    coo --> support[Support] & logistics[Logistics]
    product --> web[Web team] & mobile[Mobile team]`,
  'bug-triage': `flowchart TD
    report[Report] --> dup{Duplicate?}
    dup -->|yes| link[Link and close]
    dup -->|no| repro{Reproducible?}
    repro -->|no| ask[Ask reporter]
    ask --> answered{Answered?}
    answered -->|yes| repro
    answered -->|no| stale[Close as stale]
    repro -->|yes| severity{Severity}
    severity -->|high| hotfix[Hotfix]
    severity -->|low| backlog[Backlog]
    hotfix --> release[Release]
    backlog --> release`,
  'state-of-order': `flowchart LR
    new --> paid --> packed --> sent --> delivered
    new --> cancelled
    paid --> refunded
    packed --> refunded
    sent --> lost --> refunded
    delivered --> returned --> refunded`,
  'game-loop': `flowchart TD
    start([Start]) --> load[Load assets] --> menu[Menu]
    menu --> play[Play] & options[Options] & quit([Quit])
    options --> menu
    play --> input[Read input] --> update[Update] --> draw[Draw]
    draw --> over{Over?}
    over -->|no| input
    over -->|yes| score[Score] --> menu`,
  'three-tiers': `flowchart TB
    subgraph clients [Clients]
      web & mobile & cli
    end
    subgraph services [Services]
      users & orders & stock
    end
    subgraph stores [Stores]
      udb[(Users)] & odb[(Orders)] & sdb[(Stock)]
    end
    web & mobile --> users & orders
    cli --> stock
    users --> udb
    orders --> odb
    orders --> stock
    stock --> sdb`,
  'two-zones': `flowchart TB
    dns[DNS] --> lbA & lbB
    subgraph zoneA [Zone A]
      lbA --> appA1 & appA2
      appA1 & appA2 --> dbA[(Primary)]
    end
    subgraph zoneB [Zone B]
      lbB --> appB1 & appB2
      appB1 & appB2 --> dbB[(Replica)]
    end
    dbA --> dbB`,
  'nested-cloud': `flowchart TB
    user((User)) --> waf
    subgraph cloud [Cloud]
      waf[WAF] --> ingress
      subgraph cluster [Cluster]
        ingress --> api
        api --> worker
        api --> cron
        subgraph data [Data]
          pg[(Postgres)]
          redis[(Redis)]
        end
        worker --> redis
        cron --> pg
        api --> pg & redis
      end
      cluster --> logs[Logs]
    end
    logs --> siem[SIEM]`,
  'ci-groups': `flowchart LR
    subgraph build
      compile --> test --> package
      compile --> lint --> package
    end
    subgraph staging
      deployS[Deploy] --> smoke --> load[Load test]
    end
    subgraph production
      deployP[Deploy] --> canary --> full
      canary --> rollback
    end
    package --> deployS
    load --> approve{Approve} --> deployP`,
  'event-bus': `flowchart TD
    shop[Shop] --> bus{{Event bus}}
    crm[CRM] --> bus
    erp[ERP] --> bus
    bus --> mail[Mail] & search[Search] & stats[Statistics] & fraud[Fraud] & audit[Audit]
    fraud --> review[Review]
    stats --> board[Dashboard]`,
  compiler: `flowchart TD
    source[Source] --> lexer[Lexer] --> parser[Parser] --> ast[AST]
    ast --> resolver[Names] & types[Types]
    resolver --> types
    types --> ir[IR] --> optimizer[Optimizer]
    optimizer --> ir
    optimizer --> backend[Backend] --> object[Object file]
    backend --> debug[Debug info]`,
  'feature-flags': `flowchart LR
    request --> flag{Flag on?}
    flag -->|no| old[Old path]
    flag -->|yes| segment{In segment?}
    segment -->|no| old
    segment -->|yes| fresh[New path]
    old & fresh --> response`,
  'data-lake': `flowchart TD
    iot[Devices] --> stream[Stream]
    apps[Apps] --> stream
    files[Files] --> batch[Batch]
    stream --> bronze[(Bronze)]
    batch --> bronze
    bronze --> silver[(Silver)] --> gold[(Gold)]
    silver --> science[Notebooks]
    gold --> bi[Reports] & export[Exports] & api[API]
    stream --> alerts[Alerts]`,
  hiring: `flowchart TD
    apply[Application] --> screen{Screen}
    screen -->|no| reject[Reject]
    screen -->|yes| talk[Call]
    talk --> task[Task] & culture[Team talk]
    task --> panel{Panel}
    culture --> panel
    panel -->|no| reject
    panel -->|maybe| extra[Extra talk] --> panel
    panel -->|yes| offer[Offer]
    offer --> sign{Signed?}
    sign -->|yes| start([Start])
    sign -->|no| reject`,
  'cache-aside': `flowchart LR
    client --> api --> hit{In cache?}
    hit -->|yes| answer
    hit -->|no| read[Read database] --> fill[Fill cache] --> answer
    read --> db[(Database)]
    fill --> cache[(Cache)]
    hit --> cache`,
  saga: `flowchart TD
    begin([Begin]) --> order[Create order]
    order --> stock[Reserve stock]
    stock --> pay[Charge card]
    pay --> ship[Book courier]
    ship --> finish([Finish])
    stock -->|fails| undo1[Cancel order]
    pay -->|fails| undo2[Release stock]
    ship -->|fails| undo3[Refund]
    undo3 --> undo2 --> undo1 --> failed([Failed])`,
  'home-network': `flowchart TD
    isp((Internet)) --- modem --- router
    router --- switch & wifi
    switch --- nas & tv & desktop
    wifi --- phone & laptop & printer & tablet`,
  'release-train': `flowchart LR
    main --> cut[Cut branch] --> rc1[RC 1] --> qa{QA}
    qa -->|fail| fix[Fix] --> rc1
    qa -->|pass| sign[Sign] --> stores[Stores] & siteD[Site] & notes[Notes]
    fix --> main`,
  monitoring: `flowchart TD
    app1 & app2 & app3 --> exporter
    app1 & app2 & app3 --> logs[Log shipper]
    exporter --> prometheus --> alertmanager --> pager & chat
    prometheus --> grafana
    logs --> loki --> grafana
    traces[Tracer] --> tempo --> grafana
    app2 --> traces`,
  'smart-home': `flowchart LR
    sensor1 & sensor2 & sensor3 --> hub
    hub --> rules{Rules}
    rules --> light & heating & blinds & alarm
    alarm --> phone
    hub --> cloud --> phone`,
  checkout: `flowchart TD
    subgraph front [Front end]
      cart --> address --> shipping --> payment --> confirm
    end
    subgraph back [Back end]
      prices & taxes & carriers & psp
    end
    cart --> prices
    address --> taxes
    shipping --> carriers
    payment --> psp`,
  'message-retry': `flowchart TD
    producer --> topic[/Topic/] --> consumer
    consumer --> ok{OK?}
    ok -->|yes| commit
    ok -->|no| attempts{Attempts left?}
    attempts -->|yes| delay --> topic
    attempts -->|no| dead[/Dead letters/] --> alert`,
  'diamond-chain': `flowchart TD
    a --> b & c --> d --> e & f --> g --> h & i --> j`,
  'long-chain': `flowchart TD
    read --> parse --> check --> plan --> order --> place --> route --> draw --> write --> publish`,
  hexagonal: `flowchart LR
    http[HTTP] & queueIn[Queue] & cron[Cron] --> ports
    ports --> core[Core]
    core --> repo[Repository] & mailer[Mailer] & clock[Clock]
    repo --> sql[(SQL)]
    mailer --> smtp[SMTP]`,
  'support-flow': `flowchart TD
    phone[Phone] & mail[Mail] & chat[Chat] --> desk[Service desk]
    desk --> known{Known?}
    known -->|yes| answer[Answer]
    known -->|no| level2[Level 2]
    level2 --> solved{Solved?}
    solved -->|yes| article[Write article] --> answer
    solved -->|no| vendor[Vendor] --> level2`,
  gitops: `flowchart LR
    dev --> repo[(Repository)] --> ci[CI] --> registry[(Registry)]
    ci --> manifests[(Manifests)]
    manifests --> agent
    registry --> agent
    subgraph cluster [Cluster]
      agent --> deploy[Deployment] --> pods
      agent --> config[Config]
      config --> pods
    end`,
  'video-upload': `flowchart TD
    upload --> store[(Originals)] --> split
    split --> p240 & p480 & p720 & p1080
    p240 & p480 & p720 & p1080 --> join --> cdn
    split --> thumbs --> cdn
    split --> audio --> captions --> join`,
  'family-tree': `flowchart TD
    anna & bert --> carl & dora
    emil & fini --> gina
    carl & gina --> hugo & ida & jan
    dora --> kim`,
  'k8s-request': `flowchart TD
    client --> ingress --> service --> pod1 & pod2 & pod3
    pod1 & pod2 & pod3 --> claim[(Volume)]
    pod1 & pod2 & pod3 --> configmap
    hpa --> pod1 & pod2 & pod3`,
  'search-index': `flowchart LR
    crawler --> fetch --> parse --> links{New links?}
    links -->|yes| crawler
    parse --> text --> tokens --> index[(Index)]
    parse --> images --> index
    query --> rank --> results
    index --> rank`,
  'two-parts': `flowchart TD
    a --> b --> c
    a --> d
    x --> y
    x --> z --> w
    alone`,
  'round-trip': `flowchart TD
    client <--> proxy <--> server
    server --> store[(Store)]
    proxy --> log
    store --> server`,
  'bank-views': `flowchart TB
    customer((Customer)) --> web & mobile & branch
    subgraph bank [Bank]
      web[Web banking] --> gateway
      mobile[Mobile app] --> gateway
      branch[Branch client] --> core
      gateway --> accounts & payments & cards
      accounts & payments --> core[Core banking]
      cards --> switchC[Card switch]
    end
    payments --> swift[SWIFT]
    switchC --> scheme[Card scheme]`,
  approval: `flowchart TD
    draft[Draft] --> lead{Lead agrees?}
    lead -->|no| draft
    lead -->|yes| legal{Legal agrees?}
    legal -->|no| draft
    legal -->|yes| finance{Finance agrees?}
    finance -->|no| draft
    finance -->|yes| signed[Signed]
    signed --> archive[(Archive)]`,
  'ml-training': `flowchart TD
    subgraph prepare [Prepare]
      collect --> label --> split
    end
    subgraph train [Train]
      fit --> tune --> fit
      fit --> evaluate
    end
    subgraph serve [Serve]
      registry --> endpoint --> monitor
    end
    split --> fit
    split --> evaluate
    evaluate --> registry
    monitor -->|drift| collect`,
  'api-versions': `flowchart LR
    client --> v1 & v2 & v3
    v1 --> adapter1 --> core
    v2 --> adapter2 --> core
    v3 --> core
    core --> db[(DB)]`,
  'wide-team': `flowchart TD
    lead --> ann & bob & cat & dan & eve & fay & gus & hal & ian
    ann & bob --> api
    cat & dan & eve --> web
    fay & gus --> ops
    hal & ian --> docs
    api & web & ops & docs --> release`,
}
