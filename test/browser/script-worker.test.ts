/** The page's side of a worker: one job at a time, the newest of its kind, and an end for a job that takes too long. */
import { beforeEach, describe, expect, test } from 'vitest'
import { JobEnded, ScriptWorker } from '../../src/browser/script-worker.ts'
import { TestClock } from '../clock.ts'

/** Stands in for what browsers have: it answers when a test says so. */
class AnsweringWorker extends EventTarget {
  readonly received: unknown[] = []
  isEnded = false

  postMessage(message: unknown): void {
    this.received.push(message)
  }

  terminate(): void {
    this.isEnded = true
  }

  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

let clock: TestClock
let workers: AnsweringWorker[]
let worker: ScriptWorker
const interpreter = new Uint8Array([1])

beforeEach(() => {
  clock = new TestClock()
  workers = []
  const open = async () => {
    const opened = new AnsweringWorker()
    workers.push(opened)
    return opened as unknown as Worker
  }
  worker = new ScriptWorker(open, async () => interpreter, clock)
})

const draw = (text: string) => worker.ask('draw', { text, theme: 'auto', isOther: false })
const settled = () => new Promise((resolve) => setImmediate(resolve))
/** Why a job has ended. */
const reasonOf = (job: Promise<unknown>) =>
  job.then(
    () => 'done',
    (error: unknown) => (error instanceof JobEnded ? error.reason : String(error)),
  )
const textsIn = (received: readonly unknown[]) =>
  received.map((message) => (message as { input?: { text: string } }).input?.text)

describe('the worker of a page', () => {
  test('gets the interpreter first, and one job after the other', async () => {
    const first = draw('a')
    const other = worker.ask('convert', 'b')
    await settled()
    expect(workers[0]?.received).toEqual([
      { interpreter },
      { name: 'draw', input: { text: 'a', theme: 'auto', isOther: false } },
    ])
    workers[0]?.answer({ result: 1 })
    expect(await first).toBe(1)
    await settled()
    expect(workers[0]?.received.at(-1)).toEqual({ name: 'convert', input: 'b' })
    workers[0]?.answer({ result: 2 })
    expect(await other).toBe(2)
  })

  test('drops a waiting job for a newer one of its name', async () => {
    const jobs = ['a', 'b', 'c'].map((text) => reasonOf(draw(text)))
    await settled()
    workers[0]?.answer({ result: 1 })
    await settled()
    workers[0]?.answer({ result: 3 })
    expect(await Promise.all(jobs)).toEqual(['done', 'replaced', 'done'])
    expect(textsIn(workers[0]?.received ?? [])).toEqual([undefined, 'a', 'c'])
  })

  test('is ended after ten seconds of one job, and another one goes on', async () => {
    const endless = reasonOf(draw('endless'))
    const next = draw('next')
    await settled()
    await clock.advance(9_999)
    expect(workers[0]?.isEnded).toBe(false)
    await clock.advance(1)
    expect(await endless).toBe('late')
    expect(workers[0]?.isEnded).toBe(true)
    await settled()
    expect(textsIn(workers[1]?.received ?? [])).toEqual([undefined, 'next'])
    workers[1]?.answer({ result: 5 })
    expect(await next).toBe(5)
  })

  test('a late answer of an ended worker settles nothing', async () => {
    const endless = reasonOf(draw('endless'))
    await settled()
    await clock.advance(10_000)
    await endless
    const next = reasonOf(draw('next'))
    await settled()
    workers[0]?.answer({ result: 'late' })
    await settled()
    workers[1]?.answer({ error: 'own' })
    expect(await next).toBe('Error: own')
  })

  test('an error that it does not survive is that of its job', async () => {
    const job = reasonOf(draw('a'))
    await settled()
    workers[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
    expect(await job).toBe('Error: out of memory')
    expect(workers[0]?.isEnded).toBe(true)
  })
})
