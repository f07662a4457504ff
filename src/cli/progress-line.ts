// How far an import is: a bar that stays on its line on a terminal, now and then a plain line anywhere else.
import type { ImportProgress } from '../ingest/row-stream.ts'

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

  constructor(screen: Screen, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#now = now
    this.#saidAt = now()
  }

  show({ rows, rejected, bytes, bytes_total }: ImportProgress): void {
    const share = bytes_total === 0 ? 0 : Math.min(1, bytes / bytes_total)
    const percent = `${Math.floor(share * 100)} %`.padStart(5)
    const told = `${rows} rows${rejected > 0 ? `, ${rejected} rejected` : ''}`
    if (this.#screen.isTTY) {
      const full = Math.round(share * WIDTH)
      this.#screen.write(`\r\u001b[K${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}  ${told}`)
      this.#open = true
    } else if (this.#now() - this.#saidAt >= PLAIN_EVERY_MS) {
      this.#saidAt = this.#now()
      this.#screen.write(`${percent.trim()} read, ${told}\n`)
    }
  }

  end(): void {
    if (this.#open) this.#screen.write('\r\u001b[K')
    this.#open = false
  }
}
