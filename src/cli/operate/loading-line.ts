// Shows how far the first dataset is: a bar on a terminal, a log line every few seconds elsewhere.
import type { LoadingProgress } from '../../catalog/dataset-loading.ts'
import type { Log } from '../../kernel/log.ts'
import type { Screen } from '../terminal/progress-bar.ts'
import { CLEAR_LINE, progressBar } from '../terminal/progress-bar.ts'

const LOG_EVERY_MS = 5000

export class LoadingLine {
  readonly #screen: Screen
  readonly #log: Pick<Log, 'info'>
  readonly #now: () => number
  #loggedAt = Number.NEGATIVE_INFINITY
  #visible = false
  #state: LoadingProgress['state'] = 'loading'

  constructor(screen: Screen, log: Pick<Log, 'info'>, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#log = log
    this.#now = now
  }

  /** Undefined: the dataset is complete. */
  show(progress: LoadingProgress | undefined): void {
    if (progress?.state === 'ready' && this.#state === 'loading') this.#say('Live keys work now. More projects follow.')
    this.#state = progress?.state ?? 'ready'
    if (progress && this.#screen.isTTY) this.#draw(progress)
    else if (progress && this.#now() - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = this.#now()
      this.#log.info({ dataset: 'production', ...progress }, 'creating the demonstration dataset')
    }
    if (!progress) this.#say('The demonstration dataset is complete.')
  }

  #say(sentence: string): void {
    this.clear()
    if (this.#screen.isTTY) this.#screen.write(`${sentence}\n`)
    else this.#log.info({ dataset: 'production' }, sentence)
  }

  #draw({ done, total, seconds_left }: LoadingProgress): void {
    const bar = progressBar(done / total)
    this.#screen.write(`${CLEAR_LINE}demonstration ${bar} ${done} of ${total} projects, about ${seconds_left} s left`)
    this.#visible = true
  }

  clear(): void {
    if (this.#visible) this.#screen.write(CLEAR_LINE)
    this.#visible = false
  }
}
