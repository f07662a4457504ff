// Passwords: what is taken as one, and the slow hash that is kept instead of it.
import { scrypt, timingSafeEqual } from 'node:crypto'
import { Fault } from '../../kernel/fault.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { WorkQueue } from '../../kernel/work-queue.ts'

const LEAST_CHARS = 10
const MOST_CHARS = 200
const HASH_BYTES = 32
const BLOCK = 8

/** What guessers try first, of those that are long enough to be taken. */
const COMMON = new Set(
  (
    '1234567890 12345678910 0123456789 0987654321 9876543210 1234512345 1234567891 123456789a 123456789q a123456789 ' +
    '1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty12345 qwerty123456 asdfghjkl1 q1w2e3r4t5 zaq12wsxcde password12 password123 ' +
    'password1234 password12345 password123! passw0rd123 p@ssw0rd123 passwordpassword mypassword iloveyou12 iloveyou123 ' +
    'letmein123 letmein1234 welcome123 welcome1234 changeme123 administrator admin12345 administrator1 football123 ' +
    'baseball123 sunshine123 princess123 superman123 abcd123456 abcdefghij abcdefghijk abc1234567 1234qwerasdf'
  ).split(' '),
)

function refuse(message: string): never {
  throw new Fault('invalid_parameter', {
    detail: message,
    errors: [{ pointer: '/password', code: 'invalid_parameter', message }],
  })
}

/** The password as it is hashed, or a refusal that says why. */
export function acceptPassword(given: string, email: string): string {
  const password = given.normalize('NFC')
  const length = [...password].length
  if (length < LEAST_CHARS || length > MOST_CHARS) refuse(`A password has ${LEAST_CHARS} to ${MOST_CHARS} characters.`)
  const folded = password.toLowerCase()
  if (COMMON.has(folded) || /^(.)\1*$/u.test(folded)) refuse('This password is among the first that anybody would try.')
  if (folded === email || folded === email.split('@')[0]) refuse('The password must not be the e-mail address.')
  return password
}

export class Passwords {
  readonly #secrets: Secrets
  readonly #cost: number
  /** Each computation takes 2^cost KiB of memory and a core. */
  readonly #queue = new WorkQueue({
    concurrency: 2,
    maxWaiting: 20,
    fullMessage: 'Too many people are signing in right now. Try again shortly.',
  })

  constructor(secrets: Secrets, cost: number) {
    this.#secrets = secrets
    this.#cost = cost
  }

  /**
   * The salt follows from the address, with a key of this installation: an address may have several claimants, and one
   * computation must answer for all of them, or for none, in the same time.
   */
  #head(email: string): string {
    return `scrypt$${this.#cost}$${this.#secrets.hashKey(`password salt ${email}`)}$`
  }

  async hash(password: string, email: string): Promise<string> {
    const head = this.#head(email)
    return head + (await this.#compute(head, password)).toString('base64url')
  }

  /** The first of the hashes that this password has, or -1; takes as long for none as for many. */
  async find(password: string, email: string, hashes: readonly string[]): Promise<number> {
    const now = this.#head(email)
    const heads = new Set([now, ...hashes.map(headOf)])
    // Hashes of another cost, made before a change of the setting, are computed beside.
    if (hashes.length > 0 && !hashes.some((hash) => headOf(hash) === now)) heads.delete(now)
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
