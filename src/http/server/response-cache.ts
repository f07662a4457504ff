// Caches serialized responses per URL and data edition, within a memory budget.
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { NextPage, OperationResponse } from './route.ts'

interface Entry {
  readonly edition: string
  readonly response: SerializedResponse
  readonly hit: boolean
}

/** A response as the bytes to send. */
export interface SerializedResponse extends OperationResponse {
  readonly body: string | Buffer
  readonly type: string
  readonly etag: string
  readonly gzipped?: Buffer
  readonly next?: NextPage | undefined
  /** Made by the build: it takes too long for a request. */
  readonly brotli?: Buffer
}

const MIN_GZIP_BYTES = 2048
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRY_BYTES = 1024 * 1024

export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, key) => key.length + response.body.length + (response.gzipped?.length ?? 0),
  })

  get(key: string, edition: string): SerializedResponse | undefined {
    const entry = this.#entries.get(key)
    if (entry?.edition !== edition) return undefined
    if (!entry.hit) this.#compress(key, entry)
    return entry.response
  }

  put(key: string, edition: string, response: SerializedResponse): void {
    if (key.length + response.body.length > MAX_ENTRY_BYTES) return
    this.#entries.set(key, { edition, response, hit: false })
  }

  /** Compresses on the first hit: most responses are never requested again. */
  #compress(key: string, entry: Entry): void {
    const hit = { ...entry, hit: true }
    this.#entries.set(key, hit)
    const { body } = entry.response
    if (body.length < MIN_GZIP_BYTES) return
    gzip(body, (error, gzipped) => {
      if (error || this.#entries.peek(key) !== hit) return
      this.#entries.set(key, { ...hit, response: { ...entry.response, gzipped } })
    })
  }
}
