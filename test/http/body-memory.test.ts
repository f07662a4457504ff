// Large bodies: bounded together and per caller, freed when the response is sent.
import { describe, expect, it } from 'vitest'
import { BodyMemory } from '../../src/http/door/load/body-memory.ts'

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

  it('of ordinary size are not counted', () => {
    const memory = new BodyMemory()
    for (let i = 0; i < 10_000; i++) expect(memory.reserve('a', 64 * 1024)).toBeUndefined()
  })
})
