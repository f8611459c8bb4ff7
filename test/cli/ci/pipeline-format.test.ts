/**
 * The keys of the pipelines for Bitbucket, Azure and CircleCI are documented ones. These systems publish JSON schemas, but no
 * small package has them; here stand the keys that the pipelines use.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const text = z.string()
const number = z.int()
const flag = z.boolean()
const list = z.array(z.string())
const object = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).partial()

const bitbucketSteps = z.array(
  object({
    step: object({
      name: text,
      deployment: text,
      'concurrency-group': text,
      'max-time': number,
      caches: list,
      script: list,
      artifacts: list,
    }),
  }),
)
const bitbucketBranches = z.record(z.string(), bitbucketSteps)
const azureBranches = object({ include: list })
const azureStep = { displayName: text, condition: text }
const circleSteps = z.array(
  z.union([
    z.literal('checkout'),
    object({ run: text }).required(),
    object({ service: object({ run: text }) }).required(),
    object({ restore_cache: object({ keys: list }) }).required(),
    object({ save_cache: object({ key: text, paths: list, when: z.enum(['always']) }) }).required(),
    object({ store_artifacts: object({ path: text }) }).required(),
  ]),
)
const circleFilters = object({ branches: object({ only: text, ignore: text }) })
const circleEqual = object({ equal: list }).required()

const formats = {
  'bitbucket-pipelines.yml': object({
    image: text,
    clone: object({ depth: z.union([number, z.literal('full')]) }),
    definitions: object({ caches: z.record(z.string(), text) }),
    pipelines: object({
      'pull-requests': bitbucketBranches,
      branches: bitbucketBranches,
      custom: bitbucketBranches,
    }),
  }),
  'azure-pipelines.yml': object({
    trigger: object({ batch: flag, branches: azureBranches }),
    pr: list,
    schedules: z.array(
      object({ cron: text, displayName: text, branches: azureBranches, always: flag }),
    ),
    pool: object({ vmImage: text }),
    jobs: z.array(
      object({
        job: text,
        condition: text,
        timeoutInMinutes: number,
        steps: z.array(
          z.union([
            object({ checkout: text, fetchDepth: number, persistCredentials: flag }),
            object({ script: text, env: z.record(z.string(), text), ...azureStep }),
            object({ publish: text, artifact: text, ...azureStep }),
            object({ task: text, inputs: object({ key: text, restoreKeys: text, path: text }) }),
          ]),
        ),
      }),
    ),
  }),
  'circleci.yml': object({
    version: z.literal(2.1),
    executors: z.record(z.string(), object({ docker: z.array(object({ image: text })) })),
    commands: z.record(
      z.string(),
      object({
        description: text,
        parameters: z.record(z.string(), object({ type: z.enum(['string']) })),
        steps: circleSteps,
      }),
    ),
    jobs: z.record(z.string(), object({ executor: text, steps: circleSteps })),
    workflows: z.record(
      z.string(),
      object({
        when: z.union([circleEqual, object({ not: circleEqual }).required()]),
        jobs: z.array(
          z.record(
            z.string(),
            object({ context: text, 'serial-group': text, filters: circleFilters }),
          ),
        ),
      }),
    ),
  }),
}

test.each(Object.entries(formats))('%s has documented keys', (name, format) => {
  const file = resolve(import.meta.dirname, '../../../templates/ci', name)
  const pipeline = parse(readFileSync(file, 'utf8'), { merge: true })
  expect(format.safeParse(pipeline).error?.issues ?? []).toEqual([])
})
