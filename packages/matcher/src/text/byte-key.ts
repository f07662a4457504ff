// A key of a name in bytes. A string that grows letter by letter takes ten times as long.

/** Reused from name to name. */
export interface ByteKey {
  bytes: Uint8Array
  length: number
}

export const newByteKey = (): ByteKey => ({ bytes: new Uint8Array(64), length: 0 })

/** Empties the key and makes room for a key of a name. */
export function startKey(key: ByteKey, name: string): Uint8Array {
  if (key.bytes.length < name.length) key.bytes = new Uint8Array(name.length * 2)
  key.length = 0
  return key.bytes
}

export function areSameKeys(a: ByteKey, b: ByteKey): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a.bytes[i] !== b.bytes[i]) return false
  return true
}
