/** Knows what common container images are: which icon and shape the language has for them. */
import type { DrawnNode } from '../drawing/drawing.ts'

/** The first match of the image's name wins: tools around a product are before the product. */
const kinds: readonly (readonly [icon: string, pattern: RegExp])[] = [
  [
    'monitor',
    /exporter|cadvisor|otel|opentelemetry|jaeger|zipkin|tempo|loki|promtail|prometheus|fluent|logstash|telegraf/,
  ],
  ['alert', /alertmanager/],
  ['chart', /grafana|kibana|dashboards|metabase|superset|\balloy/],
  ['terminal', /adminer|pgadmin|phpmyadmin|mongo-express|commander|redisinsight|kafka-?ui|kafdrop/],
  ['load-balancer', /pgbouncer|nginx|haproxy|traefik|caddy|envoy|httpd/],
  ['api', /postgrest|hasura|\bkong|tyk|krakend|apisix/],
  [
    'database',
    /postg|timescale|mysql|mariadb|percona|mongo|cockroach|cassandra|scylla|oracle|mssql|sql-edge|neo4j|influxdb|clickhouse|couch|dynamodb|arangodb|surrealdb|victoria-metrics|\betcd/,
  ],
  ['cache', /redis|valkey|keydb|dragonfly|memcached|hazelcast|varnish/],
  [
    'queue',
    /rabbitmq|kafka|redpanda|\bnats|activemq|artemis|pulsar|mosquitto|emqx|\bnsq|beanstalk/,
  ],
  ['search', /elasticsearch|opensearch|\bsolr|meilisearch|typesense/],
  ['storage', /minio|seaweedfs|azurite|\bregistry/],
  ['mail', /mailhog|mailpit|maildev|mailcatcher|postfix|smtp/],
  ['lock', /keycloak|\bdex\b|authelia|oauth2|authentik|hydra|kratos/],
  ['key', /\bvault/],
  ['dns', /coredns|pihole|bind9|consul/],
  ['browser', /selenium|chrome|playwright/],
  ['globe', /wordpress|drupal|\bghost/],
  ['cpu', /ollama|vllm|triton/],
]

/** `docker.io/bitnami/redis:7@sha256:…` → `redis`. */
const nameOf = (image: string) =>
  image
    .replace(/@.*$/, '')
    .replace(/:[^/]*$/, '')
    .replace(/^.*\//, '')
    .toLowerCase()

export function lookOf(image: string): Pick<DrawnNode, 'icon' | 'shape'> {
  const name = nameOf(image)
  const icon = kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'container'
  return icon === 'database' ? { icon, shape: 'cylinder' } : { icon }
}
