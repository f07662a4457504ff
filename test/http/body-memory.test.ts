// Large bodies: bounded together and per caller, freed when the response is sent.
import { describe, expect, it, vi } from 'vitest'
import { BodyMemory } from '../../src/http/server/load/body-memory.ts'
import type { Fault } from '../../src/kernel/fault.ts'

const MIB = 1024 * 1024
const OVERLOADED = expect.objectContaining({
  code: 'overloaded',
  options: expect.objectContaining({ retryAfterSeconds: 2 }),
})

describe('large bodies', () => {
  it('of one caller take at most a quarter of the memory', () => {
    const memory = new BodyMemory()
    const free = Array.from({ length: 4 }, () => memory.reserve('a', 4 * MIB))
    expect(() => memory.reserve('a', 4 * MIB)).toThrow(OVERLOADED)
    free[0]!()
    memory.reserve('a', 4 * MIB)
    memory.reserve('b', 4 * MIB)
  })

  it('of all callers take at most 64 MiB', () => {
    const memory = new BodyMemory()
    const free = Array.from({ length: 16 }, (_, i) => memory.reserve(`caller ${i}`, 4 * MIB))
    expect(() => memory.reserve('late', 4 * MIB)).toThrow(OVERLOADED)
    for (const each of free) each!()
    expect(memory.reserve('late', 64 * MIB)).toBeTypeOf('function')
  })

  it('that keep their memory for long make refused callers wait longer, one after the other', () => {
    let nowMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    const memory = new BodyMemory()
    const free = Array.from({ length: 4 }, () => memory.reserve('a', 4 * MIB))
    nowMs = 60_000
    free.pop()!()
    memory.reserve('a', 4 * MIB)
    const refusals = [1, 2, 3].map(() => vi.fn(() => memory.reserve('a', 4 * MIB)))
    for (const refused of refusals) expect(refused).toThrow()
    const seconds = refusals.map(({ mock }) => (mock.results[0]!.value as Fault).options.retryAfterSeconds)
    // An eighth of a minute, and a quarter of it for each body of 4 MiB.
    expect(seconds).toEqual([8, 10, 12])
  })

  it('of ordinary size are not counted', () => {
    const memory = new BodyMemory()
    for (let i = 0; i < 10_000; i++) expect(memory.reserve('a', 64 * 1024)).toBeUndefined()
  })
})
