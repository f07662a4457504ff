// Derives every key from SECRET_KEY, so that nodes agree and a database dump alone is useless.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export interface Secrets {
  /** Keyed hash of an API key; the database stores only this. */
  hashKey(key: string): string
  /** Short signature of text that clients send back unchanged (cursors, media URLs). */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  encrypt(plain: string): string
  decrypt(sealed: string): string
  /** Key material for one purpose, such as the operator key. */
  derive(purpose: string, bytes: number): Buffer
  /** Identifies the secret without revealing it. */
  readonly fingerprint: string
}

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secretKey, 'plinth', purpose, bytes))
  const pepper = derive('api-keys', 32)
  const sealing = derive('sealing', 32)
  const signing = derive('signing', 32)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', signing).update(purpose).update('\0').update(text).digest('base64url').slice(0, 22)
  return {
    hashKey: (key) => createHmac('sha256', pepper).update(key).digest('base64url'),
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text))
      const actual = Buffer.from(signature)
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
    encrypt(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    derive,
    fingerprint: derive('fingerprint', 9).toString('base64url'),
  }
}

/** Writes a file atomically, readable only by its owner. */
export function writePrivateFile(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, content, { mode: 0o600 })
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
}

export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export interface SecretKey {
  readonly value: string
  /** The file that was created for it just now. */
  readonly newFile?: string
}

/** Returns the configured secret, or the one generated in the data folder at first start. */
export function loadSecretKey(configured: string | undefined, dataDir: string): SecretKey {
  if (configured) return { value: configured }
  const path = join(dataDir, 'secret-key')
  const existing = readPrivateFile(path)
  if (existing) return { value: existing }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const generated = randomBytes(32).toString('hex')
  writePrivateFile(path, `${generated}\n`)
  // The database will need this key: after a power failure the file must be there.
  for (const part of [path, dirname(path)]) syncPath(part)
  return { value: generated, newFile: path }
}

/** Deletes a new key that does not fit the database, so that a copy of the right one is not overlooked. */
export function discardNewKey({ newFile }: SecretKey): void {
  if (newFile) rmSync(newFile, { force: true })
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
