// Shows import progress: a bar on a terminal, a plain line every few seconds elsewhere.
import type { ImportPhase, ImportProgress } from '../../ingest/read/row-stream.ts'
import type { Screen } from '../terminal/progress-bar.ts'
import { CLEAR_LINE, PLAIN_LINE_EVERY_MS, progressBar, TimeLeft } from '../terminal/progress-bar.ts'

const FIRST_LINE_AFTER_MS = 1000

interface PhaseStart {
  readonly name: ImportPhase
  readonly startedAt: number
  readonly done: number
  readonly left: TimeLeft
}

const number = new Intl.NumberFormat('en-CA')

export class ProgressLine {
  readonly #screen: Screen
  readonly #now: () => number
  /** Says which of several imports it is. */
  readonly #label: string
  readonly #startedAt: number
  #lastLineAt: number | undefined
  #barVisible = false
  #phase: PhaseStart | undefined
  /** Set once a plain line was printed, so that the final numbers follow it. */
  #latestCounts: string | undefined

  constructor(screen: Screen, now: () => number = () => performance.now(), label = '') {
    this.#label = label
    this.#screen = screen
    this.#now = now
    this.#startedAt = now()
  }

  /** Opening the database or reaching the server may take seconds. */
  start(text: string): void {
    if (!this.#screen.isTTY) return
    this.#screen.write(`${CLEAR_LINE}${progressBar(0)} ${text}`)
    this.#barVisible = true
  }

  show(progress: ImportProgress): void {
    const { phase, rows, rejected, done, total } = progress
    const now = this.#now()
    const isNewPhase = this.#phase?.name !== phase
    if (isNewPhase) this.#phase = { name: phase, startedAt: now, done: countOf(progress), left: new TimeLeft(now) }
    // A small file is read completely before its first row is checked, so bytes alone would show 100 % too early.
    const share = total === 0 ? 0 : Math.min(0.99, done / total)
    const counts =
      phase === 'downloading'
        ? `${megabytes(done)} of ${megabytes(total)}`
        : `${number.format(rows)} ${rows === 1 ? 'row' : 'rows'}${rejected > 0 ? `, ${number.format(rejected)} rejected` : ''}`
    const text = [this.#label + phase, total === 0 ? '' : `${Math.floor(share * 100)} %`].join(' ').trim()
    const details = [counts, ...this.#speed(progress, share, now)].join(', ')
    if (this.#screen.isTTY) {
      this.#screen.write(`${CLEAR_LINE}${progressBar(share)} ${text}  ${details}`)
      this.#barVisible = true
      return
    }
    if (this.#isLineDue(now, isNewPhase)) {
      this.#lastLineAt = now
      this.#screen.write(`${text}: ${details}\n`)
      this.#latestCounts = counts
    } else if (this.#latestCounts !== undefined) this.#latestCounts = counts
  }

  /** A new phase is reported at once, because it may take long before it has numbers. */
  #isLineDue(now: number, isNewPhase: boolean): boolean {
    if (this.#lastLineAt === undefined) return now - this.#startedAt >= FIRST_LINE_AFTER_MS
    return isNewPhase || now - this.#lastLineAt >= PLAIN_LINE_EVERY_MS
  }

  /** Rows per second and time left, both of this phase. */
  #speed(progress: ImportProgress, share: number, now: number): string[] {
    const seconds = (now - this.#phase!.startedAt) / 1000
    if (seconds < 0.5) return []
    const rate = (countOf(progress) - this.#phase!.done) / seconds
    const left = this.#phase!.left.text(share, now)
    return [
      ...(rate > 0
        ? [progress.phase === 'downloading' ? `${megabytes(rate)}/s` : `${number.format(Math.round(rate))} rows/s`]
        : []),
      ...(left === '' ? [] : [left]),
    ]
  }

  end(): void {
    if (this.#barVisible) this.#screen.write(CLEAR_LINE)
    if (this.#latestCounts !== undefined) this.#screen.write(`${this.#latestCounts} in total\n`)
    this.#barVisible = false
    this.#latestCounts = undefined
  }
}

/** Bytes are counted while reading; rows are what people want to see. */
const countOf = ({ phase, rows, done }: ImportProgress): number => (phase === 'reading' ? rows : done)

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
