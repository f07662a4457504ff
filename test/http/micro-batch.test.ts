// Micro-batches: requests run together, in order, each with its own response.
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RequestSteps } from '../../src/http/server/load/micro-batch.ts'
import { MicroBatch } from '../../src/http/server/load/micro-batch.ts'

type Steps = RequestSteps<string, { readonly body: string }>

interface Stage {
  readonly log: string[]
  now: number
  /** Adds a request whose work takes `ms` milliseconds. */
  add(name: string, work?: () => ReturnType<Steps['run']>, ms?: number): void
}

function newStage(): Stage {
  const log: string[] = []
  const batch = new MicroBatch<string, { readonly body: string }>(() => stage.now)
  const stage: Stage = {
    log,
    now: 0,
    add(name, work = () => ({ body: name }), ms = 0) {
      const steps: Steps = {
        run() {
          log.push(`work ${name}`)
          stage.now += ms
          return work()
        },
        send: ({ body }) => void log.push(`send ${body}`),
        record: ({ body }) => void log.push(`record ${body}`),
        fail: (error, exchange) => void log.push(`fail ${exchange}: ${(error as Error).message}`),
      }
      batch.add(steps, name)
    },
  }
  return stage
}

describe('a micro-batch', () => {
  it('does each step for all requests of a turn', async () => {
    const { log, add } = newStage()
    for (const name of ['a', 'b']) add(name)
    expect(log).toEqual([])
    await turn()
    expect(log).toEqual(['work a', 'work b', 'send a', 'send b', 'record a', 'record b'])
  })

  it('leaves requests that arrive while it runs to the next batch', async () => {
    const { log, add } = newStage()
    add('a', () => {
      add('c')
      return { body: 'a' }
    })
    add('b')
    await turn()
    expect(log).toEqual(['work a', 'work b', 'send a', 'send b', 'record a', 'record b'])
    await turn()
    expect(log.slice(6)).toEqual(['work c', 'send c', 'record c'])
  })

  it('isolates a failure, in the work or in the response, to its own request', async () => {
    const { log, add } = newStage()
    const fail = (): never => {
      throw new Error('no')
    }
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
    expect(outcomes).toEqual(['fail a: no', 'send b', 'fail c: no', 'send d', 'record b', 'record d'])
  })

  it('sends no response for a request that completes asynchronously', async () => {
    const { log, add } = newStage()
    add('a', () => undefined)
    add('b')
    await turn()
    expect(log).toEqual(['work a', 'work b', 'send b', 'record b'])
  })

  it('sends finished responses early when the batch runs long', async () => {
    const { log, add } = newStage()
    add('a', undefined, 1)
    add('b', undefined, 5)
    add('c', undefined, 5)
    add('d')
    await turn()
    const sent = log.filter((line) => !line.startsWith('record'))
    expect(sent).toEqual(['work a', 'work b', 'send a', 'send b', 'work c', 'send c', 'work d', 'send d'])
  })
})
