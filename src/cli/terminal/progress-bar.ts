// The bar of progress lines, the time left, and the line of a command that knows its share.

export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Moves to the start of the line and clears it. */
export const CLEAR_LINE = '\r\u001b[K'
export const PLAIN_LINE_EVERY_MS = 5000

const WIDTH = 24
const DRAW_EVERY_MS = 200
const WINDOW_MS = 30_000
const SAMPLE_EVERY_MS = 500

/** `share` is between 0 and 1. */
export function progressBar(share: number): string {
  const full = Math.round(share * WIDTH)
  return '█'.repeat(full) + '░'.repeat(WIDTH - full)
}

/** `0:07`, `12:30`, `1:02:30` */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = `:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}${tail}` : `${minutes}${tail}`
}

/** By the speed of the last half minute, so that neither a pause nor a fast start counts for ever. */
export class TimeLeft {
  readonly #samples: { readonly at: number; readonly share: number }[]

  constructor(at: number, share = 0) {
    this.#samples = [{ at, share }]
  }

  /** `0:30 left`. Empty until there is a speed. */
  text(share: number, at: number): string {
    const samples = this.#samples
    while (samples.length > 1 && at - samples[1]!.at > WINDOW_MS) samples.shift()
    if (at - samples.at(-1)!.at >= SAMPLE_EVERY_MS) samples.push({ at, share })
    const [passed, done] = [at - samples[0]!.at, share - samples[0]!.share]
    if (passed < SAMPLE_EVERY_MS || done <= 0) return ''
    return `${duration((passed * (1 - share)) / done / 1000)} left`
  }
}

/** One line on a terminal, and a line every few seconds elsewhere. */
export class ShareLine {
  readonly #screen: Screen
  readonly #now: () => number
  #shownAt: number
  #left: TimeLeft | undefined

  constructor(screen: Screen, now = () => performance.now()) {
    this.#screen = screen
    this.#now = now
    this.#shownAt = screen.isTTY ? Number.NEGATIVE_INFINITY : now()
  }

  /** The share that is done, or null if the whole is not known. Never 100 %: the end is the command's own line. */
  show(share: number | null, text: () => string): void {
    const now = this.#now()
    if (share !== null) this.#left ??= new TimeLeft(now, share)
    if (now - this.#shownAt < (this.#screen.isTTY ? DRAW_EVERY_MS : PLAIN_LINE_EVERY_MS)) return
    this.#shownAt = now
    const known = share === null ? null : Math.min(0.99, share)
    const percent = known === null ? [] : [`${Math.floor(known * 100)} %`]
    const line = [...percent, text(), this.#left?.text(known ?? 0, now)].filter(Boolean).join(', ')
    const bar = known === null ? '' : `${progressBar(known)}  `
    this.#screen.write(this.#screen.isTTY ? `${CLEAR_LINE}${bar}${line}` : `${line}\n`)
  }

  clear(): void {
    if (this.#screen.isTTY) this.#screen.write(CLEAR_LINE)
  }
}
