// A stream that keeps what is written to it.
import { Writable } from 'node:stream'

export class Collector extends Writable {
  readonly #chunks: Buffer[] = []
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk))
    done()
  }
  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
  get text(): string {
    return this.bytes().toString()
  }
}
