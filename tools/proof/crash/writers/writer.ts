// What every writer does: books its writes in the ledger, and compares its things with it.
import type { Answer } from '../../../target/requests.ts'
import type { Value } from '../ledger.ts'
import type { CrashSession } from '../session.ts'

/** Writes to its own things and checks them after the next start. */
export abstract class Writer {
  readonly session: CrashSession
  readonly key: string

  /** `key` is of the account that owns the things. */
  constructor(session: CrashSession, key: string) {
    this.session = session
    this.key = key
  }

  /** Once, while the server runs undisturbed. */
  async prepare(): Promise<void> {}
  abstract step(): Promise<void>
  /** `isFull`: everything ever written, not only what was written since the last check. */
  abstract verify(isFull: boolean): Promise<void>

  /** Changes one thing; null deletes it. */
  async change(thing: string, value: Value, method: string, path: string, body?: object): Promise<void> {
    const { ledger } = this.session
    const write = ledger.begin(thing, value)
    ledger.end(write, (await this.session.write(method, path, { key: this.key, body })).outcome)
  }

  /** The server has answered that it is there. */
  created(thing: string, value: Value): void {
    const { ledger } = this.session
    ledger.end(ledger.begin(thing, value), 'done')
  }

  /** Checks the things `kind id` by reading each; a 404 means that it is missing. */
  async checkThings(
    kind: string,
    isFull: boolean,
    path: (id: string) => string,
    stateOf: (data: Answer['body']) => string,
  ): Promise<void> {
    const { ledger } = this.session
    for (const thing of isFull ? ledger.all(`${kind} `) : ledger.touched(`${kind} `)) {
      const { status, body } = await this.session.read(path(thing.slice(kind.length + 1)), this.key)
      this.check(thing, status === 404 ? null : stateOf(body?.data))
    }
  }

  check(thing: string, actual: Value): void {
    const problem = this.session.ledger.check(thing, actual)
    if (problem) this.session.breach(problem)
  }

  /** All records of a list with a cursor. */
  async list(path: string, read: (path: string) => Promise<Answer>): Promise<Answer['body'][]> {
    const all: Answer['body'][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { body }: Answer = await read(`${path}${page}`)
      all.push(...(body?.data ?? []))
      cursor = body?.meta?.next_cursor ?? null
    }
    return all
  }
}
