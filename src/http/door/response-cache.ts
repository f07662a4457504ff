// Answers that depend on nothing but the edition of the data and the question are made once and kept, within a budget of bytes.
import { gzip } from 'node:zlib'
import type { OperationResponse } from './route.ts'

interface Entry {
  readonly edition: string
  reply: SerializedResponse
  bytes: number
  asked: boolean
}

/** An answer as the bytes that go out. */
export interface SerializedResponse extends OperationResponse {
  readonly body: string | Buffer
  readonly type: string
  readonly etag: string
  /** The same, smaller, for those who take it. */
  readonly gzipped?: Buffer
}

/** Below this there is nothing to win. */
const WORTH_GZIP_BYTES = 2048
const BUDGET_BYTES = 32 * 1024 * 1024
/** One answer may not push out all the others. */
const LARGEST_BYTES = 1024 * 1024

export class ResponseCache {
  /** In order of use: the first is the one longest not asked for. */
  readonly #kept = new Map<string, Entry>()
  #bytes = 0

  get(question: string, edition: string): SerializedResponse | undefined {
    const kept = this.#kept.get(question)
    if (kept?.edition !== edition) return undefined
    this.#kept.delete(question)
    this.#kept.set(question, kept)
    if (!kept.asked) this.#compress(kept)
    return kept.reply
  }

  /** What is asked for a second time will be asked for again: it is compressed once, beside the event loop. */
  #compress(kept: Entry): void {
    kept.asked = true
    const { body } = kept.reply
    if (body.length < WORTH_GZIP_BYTES) return
    gzip(body, (error, gzipped) => {
      if (error) return
      kept.reply = { ...kept.reply, gzipped }
      kept.bytes += gzipped.length
      this.#bytes += gzipped.length
    })
  }

  put(question: string, edition: string, reply: SerializedResponse): void {
    const bytes = question.length + reply.body.length
    if (bytes > LARGEST_BYTES) return
    this.#drop(question)
    this.#kept.set(question, { edition, reply, bytes, asked: false })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= BUDGET_BYTES) break
      this.#drop(oldest)
    }
  }

  #drop(question: string): void {
    const kept = this.#kept.get(question)
    if (!kept) return
    this.#kept.delete(question)
    this.#bytes -= kept.bytes
  }
}
