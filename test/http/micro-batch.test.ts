// Micro-batches: requests run together, in order, each with its own response.
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { RequestSteps } from '../../src/http/server/load/micro-batch.ts'
import { MicroBatch } from '../../src/http/server/load/micro-batch.ts'

interface Stage {
  readonly log: string[]
  now: number
  readonly batch: MicroBatch<{ readonly body: string }>
  /** Adds a request whose work takes `ms` milliseconds. */
  add(name: string, work?: () => ReturnType<RequestSteps<{ readonly body: string }>['run']>, ms?: number): void
}

function newStage(): Stage {
  const log: string[] = []
  const stage: Stage = {
    log,
    now: 0,
    batch: new MicroBatch(() => stage.now),
    add(name, work = () => ({ body: name }), ms = 0) {
      const steps: RequestSteps<{ readonly body: string }> = {
        run() {
          log.push(`work ${name}`)
          stage.now += ms
          return work()
        },
        send: ({ body }) => void log.push(`send ${body}`),
      }
      const reply = { send: (error: Error) => log.push(`fail ${name}: ${error.message}`) }
      stage.batch.add(steps, {} as FastifyRequest, reply as unknown as FastifyReply)
    },
  }
  return stage
}

/** A stage that has just received several requests at once, so it batches the next ones. */
async function busyStage(): Promise<Stage> {
  const stage = newStage()
  for (const name of ['x', 'y', 'z']) stage.add(name)
  await turn()
  stage.log.length = 0
  return stage
}

describe('a micro-batch', () => {
  it('runs a single request at once', async () => {
    const { log, add } = newStage()
    add('a')
    expect(log).toEqual(['work a', 'send a'])
    await turn()
    add('b')
    expect(log.slice(2)).toEqual(['work b', 'send b'])
  })

  it('collects concurrent requests, then every request until one arrives alone', async () => {
    const { log, add } = newStage()
    const drain = () => log.splice(0).join(', ')
    for (const name of ['a', 'b', 'c']) add(name)
    expect(drain()).toBe('work a, send a')
    await turn()
    expect(drain()).toBe('work b, work c, send b, send c')
    for (const name of ['d', 'e']) add(name)
    expect(drain()).toBe('')
    await turn()
    expect(drain()).toBe('work d, work e, send d, send e')
    add('f')
    expect(drain()).toBe('')
    await turn()
    add('g')
    expect(drain()).toBe('work f, send f, work g, send g')
  })

  it('leaves requests that arrive while it runs to the next batch', async () => {
    const { log, add } = await busyStage()
    add('a', () => {
      add('c')
      return { body: 'a' }
    })
    add('b')
    await turn()
    expect(log).toEqual(['work a', 'work b', 'send a', 'send b'])
    await turn()
    expect(log.slice(4)).toEqual(['work c', 'send c'])
  })

  it('isolates a failure, in the work or in the response, to its own request', async () => {
    const { log, add } = newStage()
    const fail = (): never => {
      throw new Error('no')
    }
    add('alone', fail)
    add('a', fail)
    add('b')
    add('c', () => ({
      get body() {
        return fail()
      },
    }))
    add('d')
    await turn()
    const outcomes = log.filter((line) => !line.startsWith('work'))
    expect(outcomes).toEqual(['fail alone: no', 'fail a: no', 'send b', 'fail c: no', 'send d'])
  })

  it('sends no response for a request that completes asynchronously', async () => {
    const { log, add } = await busyStage()
    add('a', () => undefined)
    add('b')
    await turn()
    expect(log).toEqual(['work a', 'work b', 'send b'])
  })

  it('sends finished responses early when the batch runs long', async () => {
    const { log, add } = await busyStage()
    add('a', undefined, 1)
    add('b', undefined, 5)
    add('c', undefined, 5)
    add('d')
    await turn()
    expect(log).toEqual(['work a', 'work b', 'send a', 'send b', 'work c', 'send c', 'work d', 'send d'])
  })
})
