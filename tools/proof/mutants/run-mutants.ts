// Runs parts of the proof against sabotaged builds, and says which of them it noticed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { duration } from '../progress.ts'
import { PART_FAILED } from '../run-part.ts'
import type { Mutant } from './mutants.ts'
import { buildMutant } from './mutated-build.ts'

/** Every row and its control use the same random choices. */
const SEED = 2
/** A part that has found nothing by then has missed the mutant. */
const LIMIT_MINUTES = 10
const PROOF = fileURLToPath(new URL('../proof.ts', import.meta.url))

export interface Verdict {
  readonly mutant: Mutant
  readonly killed: boolean
  readonly seconds: number
}

type Size = Pick<Mutant, 'part' | 'database' | 'rounds' | 'only'>

export class MutantRun {
  readonly #own: string
  readonly #interrupted: AbortSignal
  readonly verdicts: Verdict[] = []
  /** What the parts found in the build itself: their kills prove nothing. */
  readonly falseAlarms: string[] = []
  controls = 0

  /** `own`: the folder of the build. */
  constructor(own: string, interrupted: AbortSignal) {
    this.#own = own
    this.#interrupted = interrupted
  }

  async run(mutants: readonly Mutant[]): Promise<void> {
    for (const size of sizesOf(mutants)) {
      const { breach } = await this.#attack(this.#own, size)
      this.controls += 1
      if (breach !== undefined) this.falseAlarms.push(`${nameOf(size)}: ${breach}`)
      this.#say(breach === undefined ? 'clean' : 'FALSE ALARM', `without sabotage, ${nameOf(size)}`, breach)
      for (const mutant of mutants.filter((one) => keyOf(one) === keyOf(size))) {
        if (this.#interrupted.aborted) return
        const build = buildMutant(this.#own, mutant)
        try {
          const { breach, seconds } = await this.#attack(build, mutant)
          if (this.#interrupted.aborted) return
          // A build that a part cannot even attack shows nothing about its checks.
          const killed = breach !== undefined && !breach.startsWith(PART_FAILED)
          this.verdicts.push({ mutant, killed, seconds })
          this.#say(killed ? 'killed' : 'SURVIVED', `${mutant.name} (${duration(seconds * 1000)})`, breach)
        } finally {
          rmSync(build, { recursive: true, force: true, maxRetries: 3 })
        }
      }
    }
  }

  #say(verdict: string, what: string, breach = ''): void {
    console.error(`${verdict.padEnd(8)} ${what}${breach && `: ${breach.slice(0, 200)}`}`)
  }

  /** In a process of its own, which ends with the first breach. */
  async #attack(build: string, { part, database = 'embedded', rounds, only }: Size) {
    const started = performance.now()
    const options = { build, database, rounds, seed: SEED, minutes: LIMIT_MINUTES, ...(only && { only }) }
    const texts = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(
      process.execPath,
      [...process.execArgv, PROOF, part, ...texts, '--no-write', '--until-breach'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const stop = () => child.kill('SIGTERM')
    this.#interrupted.addEventListener('abort', stop)
    const lines: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
    const [code] = await once(child, 'close')
    this.#interrupted.removeEventListener('abort', stop)
    const breach = lines.find((line) => line.startsWith('  BREACH '))?.slice(9)
    if (code !== 0 && breach === undefined && !this.#interrupted.aborted)
      throw new Error(`The part ${part} ended with ${code}:\n${lines.slice(-20).join('\n')}`)
    return { breach, seconds: (performance.now() - started) / 1000 }
  }
}

const keyOf = ({ part, database = 'embedded', only = '' }: Size) => `${part} ${database} ${only}`
const nameOf = (size: Size) => `${keyOf(size).trim()}, ${size.rounds}`

/** What the controls run: for each part, database and scenario the largest size. */
export function sizesOf(mutants: readonly Mutant[]): Size[] {
  const sizes = new Map<string, Size>()
  for (const mutant of mutants)
    if (!(mutant.rounds <= (sizes.get(keyOf(mutant))?.rounds ?? 0))) sizes.set(keyOf(mutant), mutant)
  return [...sizes.values()]
}
