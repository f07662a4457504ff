// How far an import is: a bar that stays on its line on a terminal, now and then a plain line anywhere else.
import type { ImportProgress } from '../../ingest/read/row-stream.ts'

interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const WIDTH = 24
const PLAIN_EVERY_MS = 5000

export class ProgressLine {
  readonly #screen: Screen
  readonly #now: () => number
  #saidAt: number
  #open = false
  /** What was told last, when a plain line has been said that it goes beyond. */
  #last: string | undefined

  constructor(screen: Screen, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#now = now
    this.#saidAt = now()
  }

  show({ rows, rejected, bytes, bytes_total }: ImportProgress): void {
    // A small file is read before its first row is looked at: all of it is done only at the end.
    const share = bytes_total === 0 ? 0 : Math.min(0.99, bytes / bytes_total)
    const percent = `${Math.floor(share * 100)} %`.padStart(5)
    const told = `${rows} ${rows === 1 ? 'row' : 'rows'}${rejected > 0 ? `, ${rejected} rejected` : ''}`
    if (this.#screen.isTTY) {
      const full = Math.round(share * WIDTH)
      this.#screen.write(`\r\u001b[K${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}  ${told}`)
      this.#open = true
    } else if (this.#now() - this.#saidAt >= PLAIN_EVERY_MS) {
      this.#saidAt = this.#now()
      this.#screen.write(`${percent.trim()} read, ${told}\n`)
      this.#last = told
    } else if (this.#last !== undefined) this.#last = told
  }

  end(): void {
    if (this.#open) this.#screen.write('\r\u001b[K')
    if (this.#last !== undefined) this.#screen.write(`${this.#last} in all\n`)
    this.#open = false
    this.#last = undefined
  }
}
