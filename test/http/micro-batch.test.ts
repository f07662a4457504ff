// Requests that are worked on together: in order, each with its own answer, and none waits for all the others.
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { RequestSteps } from '../../src/http/door/micro-batch.ts'
import { MicroBatch } from '../../src/http/door/micro-batch.ts'

interface Stage {
  readonly said: string[]
  now: number
  readonly cohort: MicroBatch
  /** A request whose work takes so long, and what is told of it. */
  ask(name: string, work?: () => ReturnType<RequestSteps['run']>, ms?: number): void
}

function stage(): Stage {
  const said: string[] = []
  const made: Stage = {
    said,
    now: 0,
    cohort: new MicroBatch(() => made.now),
    ask(name, work = () => ({ body: name }), ms = 0) {
      const steps: RequestSteps = {
        run() {
          said.push(`work ${name}`)
          made.now += ms
          return work()
        },
        send: ({ body }) => void said.push(`send ${body}`),
      }
      const reply = { send: (error: Error) => said.push(`fail ${name}: ${error.message}`) }
      made.cohort.add(steps, {} as FastifyRequest, reply as unknown as FastifyReply)
    },
  }
  return made
}

/** Two that come at once: then the next ones are waited for. */
async function busyStage(): Promise<Stage> {
  const made = stage()
  for (const name of ['x', 'y', 'z']) made.ask(name)
  await turn()
  made.said.length = 0
  return made
}

describe('a cohort', () => {
  it('lets nobody wait who is alone', async () => {
    const { said, ask } = stage()
    ask('a')
    expect(said).toEqual(['work a', 'send a'])
    await turn()
    ask('b')
    expect(said.slice(2)).toEqual(['work b', 'send b'])
  })

  it('is made of those who were not alone, and then of all, until one comes by itself', async () => {
    const { said, ask } = stage()
    const take = () => said.splice(0).join(', ')
    for (const name of ['a', 'b', 'c']) ask(name)
    expect(take()).toBe('work a, send a')
    await turn()
    expect(take()).toBe('work b, work c, send b, send c')
    for (const name of ['d', 'e']) ask(name)
    expect(take()).toBe('')
    await turn()
    expect(take()).toBe('work d, work e, send d, send e')
    ask('f')
    expect(take()).toBe('')
    await turn()
    ask('g')
    expect(take()).toBe('work f, send f, work g, send g')
  })

  it('takes what comes in while it works into the next one', async () => {
    const { said, ask } = await busyStage()
    ask('a', () => {
      ask('c')
      return { body: 'a' }
    })
    ask('b')
    await turn()
    expect(said).toEqual(['work a', 'work b', 'send a', 'send b'])
    await turn()
    expect(said.slice(4)).toEqual(['work c', 'send c'])
  })

  it('lets one fail, at its work or at its answer, and no other', async () => {
    const { said, ask } = stage()
    const fail = (): never => {
      throw new Error('no')
    }
    ask('alone', fail)
    ask('a', fail)
    ask('b')
    ask('c', () => ({
      get body() {
        return fail()
      },
    }))
    ask('d')
    await turn()
    const told = said.filter((line) => !line.startsWith('work'))
    expect(told).toEqual(['fail alone: no', 'fail a: no', 'send b', 'fail c: no', 'send d'])
  })

  it('answers nothing for whoever waits for something', async () => {
    const { said, ask } = await busyStage()
    ask('a', () => undefined)
    ask('b')
    await turn()
    expect(said).toEqual(['work a', 'work b', 'send b'])
  })

  it('sends what is ready when the work of others takes long', async () => {
    const { said, ask } = await busyStage()
    ask('a', undefined, 1)
    ask('b', undefined, 5)
    ask('c', undefined, 5)
    ask('d')
    await turn()
    expect(said).toEqual(['work a', 'work b', 'send a', 'send b', 'work c', 'send c', 'work d', 'send d'])
  })
})
