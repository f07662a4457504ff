// Password rules and hashing.
import { scrypt, timingSafeEqual } from 'node:crypto'
import { fieldFault } from '../../kernel/fault.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say } from '../../kernel/phrase.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { WorkQueue } from '../../kernel/work-queue.ts'

const MIN_CHARS = 10
const MAX_CHARS = 200
const HASH_BYTES = 32
const BLOCK = 8

/** The most common passwords of at least MIN_CHARS characters. */
const COMMON = new Set(
  (
    '1234567890 12345678910 0123456789 0987654321 9876543210 1234512345 1234567891 123456789a 123456789q a123456789 ' +
    '1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty12345 qwerty123456 asdfghjkl1 q1w2e3r4t5 zaq12wsxcde password12 password123 ' +
    'password1234 password12345 password123! passw0rd123 p@ssw0rd123 passwordpassword mypassword iloveyou12 iloveyou123 ' +
    'letmein123 letmein1234 welcome123 welcome1234 changeme123 administrator admin12345 administrator1 football123 ' +
    'baseball123 sunshine123 princess123 superman123 abcd123456 abcdefghij abcdefghijk abc1234567 1234qwerasdf'
  ).split(' '),
)

function refuse(message: Text): never {
  throw fieldFault('invalid_parameter', '/password', message)
}

/** Returns the normalized password, or throws with the reason. */
export function acceptPassword(input: string, email: string): string {
  const password = input.normalize('NFC')
  const length = [...password].length
  if (length < MIN_CHARS || length > MAX_CHARS)
    refuse(say`The password must have ${MIN_CHARS} to ${MAX_CHARS} characters.`)
  const folded = password.toLowerCase()
  if (COMMON.has(folded) || /^(.)\1*$/u.test(folded)) refuse('This password is too common. Choose another.')
  if (folded === email || folded === email.split('@')[0]) refuse('The password must not be your email address.')
  return password
}

export class Passwords {
  readonly #secrets: Secrets
  readonly #cost: number
  /** Each hash takes 2^cost KiB of memory and one core. */
  readonly #queue = new WorkQueue({
    concurrency: 2,
    maxWaiting: 20,
    fullMessage: 'Too many people are signing in right now. Try again shortly.',
    maxRetryAfterSeconds: 60,
  })

  constructor(secrets: Secrets, cost: number) {
    this.#secrets = secrets
    this.#cost = cost
  }

  /**
   * The salt is derived from the email address: several people may claim one address, and a single computation must check
   * all of them, or none, in the same time.
   */
  #head(email: string): string {
    return `scrypt$${this.#cost}$${this.#secrets.hashKey(`password salt ${email}`)}$`
  }

  async hash(password: string, email: string): Promise<string> {
    const head = this.#head(email)
    return head + (await this.#compute(head, password)).toString('base64url')
  }

  /** Index of the matching hash, or -1. Takes the same time with and without hashes. */
  async find(password: string, email: string, hashes: readonly string[]): Promise<number> {
    const current = this.#head(email)
    const heads = new Set([current, ...hashes.map(headOf)])
    // Hashes from before a change of PASSWORD_COST need their own computation.
    if (hashes.length > 0 && !hashes.some((hash) => headOf(hash) === current)) heads.delete(current)
    let found = -1
    for (const head of heads) {
      const computed = await this.#compute(head, password.normalize('NFC'))
      hashes.forEach((hash, i) => {
        if (headOf(hash) !== head) return
        const equal = timingSafeEqual(computed, Buffer.from(hash.slice(head.length), 'base64url'))
        if (equal && found < 0) found = i
      })
    }
    return found
  }

  #compute(head: string, password: string): Promise<Buffer> {
    const [, cost, salt] = head.split('$')
    const N = 2 ** Number(cost)
    const limits = { N, r: BLOCK, p: 1, maxmem: 256 * N * BLOCK }
    return this.#queue.run(
      () =>
        new Promise((resolve, reject) =>
          scrypt(password, salt!, HASH_BYTES, limits, (error, key) => (error ? reject(error) : resolve(key))),
        ),
    )
  }
}

function headOf(hash: string): string {
  return hash.slice(0, hash.lastIndexOf('$') + 1)
}
