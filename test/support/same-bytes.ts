// Compares long buffers in a moment; `toEqual` takes a second per megabyte.
import { expect } from 'vitest'

export function expectSameBytes(found: Uint8Array, wanted: Uint8Array): void {
  if (Buffer.compare(found, wanted) === 0) return
  const at = found.findIndex((byte, i) => byte !== wanted[i])
  const around = (bytes: Uint8Array) => Buffer.from(bytes.subarray(Math.max(0, at - 20), at + 20)).toString('latin1')
  expect({ length: found.length, around: around(found) }, `the bytes differ at ${at}`).toEqual({
    length: wanted.length,
    around: around(wanted),
  })
  expect.unreachable(`the bytes differ at ${at}`)
}
