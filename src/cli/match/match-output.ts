// The output of `plinth match`: a stream that its reader may close, or a file that appears when it is complete.
import { createWriteStream, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'

/** Answers of several blocks, so that the main thread can match while they are written. */
const BUFFER_BYTES = 8_388_608
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export class MatchOutput {
  readonly #stream: NodeJS.WritableStream
  /** The name until the output is complete; null for a stream. */
  readonly #draft: string | null
  readonly #file: string | null
  #error: Error | null = null
  #wake = (): void => undefined

  constructor(stream: NodeJS.WritableStream, file?: string) {
    // A device or a named pipe is written directly.
    const isReplaced = file !== undefined && (!existsSync(file) || statSync(file).isFile())
    this.#file = isReplaced ? file : null
    this.#draft = isReplaced ? `${file}.${process.pid}.tmp` : null
    if (this.#draft !== null) for (const signal of SIGNALS) process.once(signal, this.#onSignal)
    // Opened here, so that an error is thrown at once and discard() finds the file.
    this.#stream =
      file === undefined
        ? stream
        : createWriteStream('', { fd: openSync(this.#draft ?? file, 'w'), highWaterMark: BUFFER_BYTES })
    this.#stream.on('error', (error: Error) => {
      this.#error = error
      this.#wake()
    })
  }

  #onSignal = (signal: NodeJS.Signals): void => {
    this.discard()
    process.kill(process.pid, signal)
  }

  #ignoreSignals(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal)
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#error && bytes.length > 0 && !this.#stream.write(bytes))
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        this.#stream.once('drain', resolve)
      })
    if (this.#error) throw this.#error
  }

  /** Waits until everything is written, because the caller may exit at once. */
  async finish(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      if (this.#draft === null) this.#stream.write('', () => resolve())
      else this.#stream.end(() => resolve())
    })
    if (this.#error) throw this.#error
    if (this.#draft !== null) renameSync(this.#draft, this.#file!)
    this.#ignoreSignals()
  }

  /** Removes an incomplete file. */
  discard(): void {
    this.#ignoreSignals()
    if (this.#draft !== null) rmSync(this.#draft, { force: true })
  }
}
