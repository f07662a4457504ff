// A line that shows how far a part is, and the time left.

/** Without a terminal, a line is printed this often. */
const LINE_MS = 10_000
const REDRAW_MS = 250

export class ProgressLine {
  readonly #title: string
  readonly #unit: string
  readonly #total: number
  readonly #limitMs: number
  readonly #out: NodeJS.WriteStream
  readonly #started = Date.now()
  #shown = 0

  constructor(title: string, unit: string, total: number, limitMs: number, out: NodeJS.WriteStream = process.stderr) {
    this.#title = title
    this.#unit = unit
    this.#total = total
    this.#limitMs = limitMs
    this.#out = out
    this.#print(this.text(0, ''))
  }

  update(done: number, note = ''): void {
    const now = Date.now()
    if (now - this.#shown < (this.#out.isTTY ? REDRAW_MS : LINE_MS)) return
    this.#shown = now
    this.#print(this.text(done, note))
  }

  end(done: number): void {
    this.#print(this.text(done, ''))
    if (this.#out.isTTY) this.#out.write('\n')
  }

  text(done: number, note: string): string {
    const passed = Date.now() - this.#started
    const estimate = done === 0 ? this.#limitMs : (passed / done) * (this.#total - done)
    const left = Math.max(0, Math.min(estimate, this.#limitMs - passed))
    const counts = `${done.toLocaleString('en')} of ${this.#total.toLocaleString('en')} ${this.#unit}`
    const time =
      done >= this.#total ? `took ${duration(passed)}` : `${done === 0 ? 'at most ' : ''}${duration(left)} left`
    return `${this.#title}: ${counts}, ${time}${note === '' ? '' : ` · ${note}`}`
  }

  #print(text: string): void {
    this.#out.write(this.#out.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
  }
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
