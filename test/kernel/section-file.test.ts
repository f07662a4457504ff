// Section files: content comes back equal, and damage is refused.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { OpenOptions } from '../../src/kernel/section-file.ts'
import {
  BLOCK_BYTES,
  digestOf,
  openSectionFile,
  SectionFileError,
  TRAILER_BYTES,
} from '../../src/kernel/section-file.ts'
import { SectionWriter, writeSectionFile } from '../../src/kernel/section-writer.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const folder = suiteFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const secret = Buffer.from('a key')
const header = { version: 7, name: 'Côte-des-Neiges' }
const arrays = {
  ids: Uint32Array.of(1, 2, 0xffffffff),
  small: Uint8Array.of(1, 2, 3),
  codes: Uint16Array.of(9, 65535),
  places: Float64Array.of(45.5, Number.NaN, -73.6),
  signed: Int32Array.of(-1, 5),
  empty: new Uint32Array(0),
}
const body = createHash('shake256', { outputLength: BLOCK_BYTES * 2 + 1000 }).digest()
const chunks = [body.subarray(0, 10), body.subarray(10, BLOCK_BYTES + 5), body.subarray(BLOCK_BYTES + 5)]

const write = (path: string) =>
  writeSectionFile(path, { header, arrays, raw: { body: chunks, nothing: [] } }, { secret })

/** Everything in the file, or the error that refuses it. */
async function readAll(path: string, options: OpenOptions = { secret }) {
  const file = openSectionFile(path, options)
  try {
    await file.verify()
    const values = Object.fromEntries(Object.keys(arrays).map((name) => [name, [...file.array(name)]]))
    return { header: file.header, values, body: file.read('body', 0, body.length) }
  } finally {
    file.close()
  }
}

describe('a section file', () => {
  it('returns the arrays, the raw bytes and the header that were written', async () => {
    const path = join(folder, 'whole')
    const digest = await write(path)
    for (const shared of [false, true]) {
      const all = await readAll(path, { secret, shared })
      expect(all.header).toEqual(header)
      for (const [name, values] of Object.entries(arrays)) expect(all.values[name]).toEqual([...values])
      expect(all.body.equals(body)).toBe(true)
    }
    const file = openSectionFile(path, { secret })
    expect(file.digest).toBe(digest)
    expect(file.array('places')).toBeInstanceOf(Float64Array)
    expect(file.read('body', BLOCK_BYTES - 3, 6).equals(body.subarray(BLOCK_BYTES - 3, BLOCK_BYTES + 3))).toBe(true)
    expect(file.read('nothing', 0, 0)).toHaveLength(0)
    expect(() => file.read('body', body.length - 1, 2)).toThrow(RangeError)
    expect(() => file.array('other')).toThrow('has no section other')
    file.close()
  })

  it('refuses a file whose digest was made with another key, or with none', async () => {
    const path = join(folder, 'keyed')
    await write(path)
    expect(() => openSectionFile(path, { secret: Buffer.from('b key') })).toThrow(SectionFileError)
    expect(() => openSectionFile(path)).toThrow('another key')
  })

  it('refuses a file cut at any length', async () => {
    const path = join(folder, 'cut')
    await write(path)
    const whole = readFileSync(path)
    for (const length of [0, 7, 8, 100, BLOCK_BYTES, whole.length - 57, whole.length - 8, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      expect(() => openSectionFile(path, { secret })).toThrow(SectionFileError)
    }
  })

  it('never returns other content after a byte was changed', async () => {
    const path = join(folder, 'altered')
    await write(path)
    const whole = readFileSync(path)
    const original = await readAll(path)
    let refused = 0
    const positions = [...whole.keys()].filter((at) => at < 200 || at % 4999 === 0 || at > whole.length - 200)
    for (const at of positions) {
      const altered = Buffer.from(whole)
      altered[at]! ^= 0x20
      writeFileSync(path, altered)
      const result = await readAll(path).catch((error: Error) => error)
      if (result instanceof Error) refused++
      else expect([result.header, result.values, result.body.equals(body)]).toEqual([header, original.values, true])
    }
    // Only the few bytes between aligned sections do not matter.
    expect(refused).toBeGreaterThan(positions.length - 50)
  })

  it('notices a block that was altered after the file was opened', async () => {
    const path = join(folder, 'later')
    await write(path)
    const file = openSectionFile(path, { secret })
    const whole = readFileSync(path)
    whole[whole.indexOf(body.subarray(BLOCK_BYTES, BLOCK_BYTES + 64)) + 3]! ^= 1
    writeFileSync(path, whole)
    expect(file.read('body', 0, 100).equals(body.subarray(0, 100))).toBe(true)
    expect(() => file.read('body', BLOCK_BYTES + 10, 1)).toThrow('checksum of section body')
    await expect(file.verify()).rejects.toThrow(SectionFileError)
    file.close()
  })

  /** Writes the file with other bytes of an array, and with another entry for it in the directory. */
  async function rewritten(path: string, name: string, edit: (bytes: Buffer, entry: { crc32?: number }) => void) {
    await write(path)
    const whole = readFileSync(path)
    const trailer = Buffer.from(whole.subarray(-TRAILER_BYTES))
    const directoryAt = trailer.readDoubleLE(0)
    const directory = JSON.parse(whole.subarray(directoryAt, -TRAILER_BYTES).toString())
    const entry = directory.sections.find((section: { name: string }) => section.name === name)
    edit(whole.subarray(entry.offset, entry.offset + entry.bytes), entry)
    const bytes = Buffer.from(JSON.stringify(directory))
    trailer.writeDoubleLE(bytes.length, 8)
    trailer.set(digestOf(bytes, secret), 16)
    writeFileSync(path, Buffer.concat([whole.subarray(0, directoryAt), bytes, trailer]))
    return openSectionFile(path, { secret })
  }

  it('refuses a damaged array when it is read, and one with a forged CRC when the file is verified', async () => {
    const damaged = await rewritten(join(folder, 'damaged'), 'places', (bytes) => bytes.writeUInt8(1, 9))
    expect(() => damaged.array('places')).toThrow('checksum of section places')
    const forged = await rewritten(join(folder, 'forged'), 'places', (bytes) => {
      const before = crc32(bytes)
      // The polynomial of the CRC: adding it changes the value, and not the CRC.
      bytes.writeBigUInt64LE(bytes.readBigUInt64LE(0) ^ 0x1db710641n, 0)
      expect(crc32(bytes)).toBe(before)
    })
    expect(forged.array('places')).toHaveLength(3)
    await expect(forged.verify()).rejects.toThrow('checksum of section places')
    for (const file of [damaged, forged]) file.close()
  })

  it('checks arrays of older versions, which have no CRC, by their SHA-256', async () => {
    const older = await rewritten(join(folder, 'older'), 'ids', (_, entry) => delete entry.crc32)
    expect([...older.array('ids')]).toEqual([...arrays.ids])
    const damaged = await rewritten(join(folder, 'older'), 'ids', (bytes, entry) => {
      delete entry.crc32
      bytes.writeUInt8(9, 0)
    })
    expect(() => damaged.array('ids')).toThrow('checksum of section ids')
    for (const file of [older, damaged]) file.close()
  })

  it('leaves no file behind when writing is aborted', () => {
    const writer = new SectionWriter(join(folder, 'aborted'), { secret })
    writer.array('ids', arrays.ids)
    writer.abort()
    expect(readdirSync(folder).filter((name) => name.startsWith('aborted'))).toEqual([])
  })
})
