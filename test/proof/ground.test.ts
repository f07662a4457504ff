// The pure pieces of the proofs of bad ground and of two nodes.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { damage, filesOf, flipped } from '../../tools/proof/ground/damage.ts'
import { TRIALS } from '../../tools/proof/ground/ground-part.ts'
import { isTooSlow } from '../../tools/proof/nodes/nodes-part.ts'
import { Random } from '../../tools/shared/random.ts'

describe('damage to files', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-damage-'))
    file = join(folder, 'table')
    writeFileSync(file, Buffer.alloc(100))
    writeFileSync(join(folder, 'empty'), '')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is the same for the same seed', () => {
    const bytes = Buffer.alloc(50)
    expect(flipped(bytes, new Random(1))).toEqual(flipped(bytes, new Random(1)))
    expect(flipped(bytes, new Random(1))).not.toEqual(bytes)
    expect(flipped(Buffer.alloc(0), new Random(1))).toHaveLength(0)
  })

  it('changes the file as its name says', () => {
    damage(file, 'flip', new Random(2))
    expect(readFileSync(file).equals(Buffer.alloc(100))).toBe(false)
    damage(file, 'truncate', new Random(2))
    expect(statSync(file).size).toBeLessThan(100)
    damage(file, 'empty', new Random(2))
    expect(statSync(file).size).toBe(0)
    damage(file, 'delete', new Random(2))
    expect(filesOf(folder, /./)).toEqual([])
  })

  it('chooses only among files with content', () => {
    expect(filesOf(folder, /./)).toEqual([file])
    expect(filesOf(folder, /^nothing$/)).toEqual([])
  })
})

it('tries each bad ground under its own name', () => {
  const names = TRIALS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('counts a change as too slow only when the machine was not that late itself', () => {
  expect(isTooSlow({ seconds: 2.5, lagSeconds: 0.1 })).toBe(true)
  expect(isTooSlow({ seconds: 2.5, lagSeconds: 0.8 })).toBe(false)
  expect(isTooSlow({ seconds: 1.9, lagSeconds: 0 })).toBe(false)
})
