// Bad ground: full, read-only and damaged disks, foreign folders, missing limits, killed upgrades.
import { rmSync } from 'node:fs'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { withPostgres } from '../part.ts'
import { CHANGE_TRIALS } from './change-trials.ts'
import { DISK_TRIALS } from './disk-trials.ts'
import type { Trial } from './ground.ts'
import { Base, Tally } from './ground.ts'
import { MEMORY_TRIALS } from './memory-trials.ts'
import { START_TRIALS } from './start-trials.ts'
import { UPGRADE_TRIALS } from './upgrade-trials.ts'

export const TRIALS: readonly Trial[] = [
  ...START_TRIALS,
  ...MEMORY_TRIALS,
  ...DISK_TRIALS,
  ...CHANGE_TRIALS,
  ...UPGRADE_TRIALS,
]

async function runTrials(run: PartRun, postgres: PostgresProcess | undefined): Promise<PartReport> {
  const trials = TRIALS.filter(
    ({ name, databases }) => databases.includes(run.database) && (run.only.length === 0 || run.only.includes(name)),
  )
  const base = await Base.create(run, postgres)
  const tally = new Tally()
  const { breaches } = run
  const leftOut = new Set<string>()
  const tried = new Set<string>()
  let done = 0
  for (let round = 0; round < run.count && !run.signal.aborted; round++) {
    const seed = run.seed + round
    const trial = trials[seed % trials.length]!
    run.progress(round, trial.name)
    const reason = trial.impossible?.(run)
    if (reason) {
      leftOut.add(`${trial.name} (${reason})`)
      continue
    }
    const breach = (what: string) => breaches.push({ what: `${trial.name}: ${what}`, seed })
    const ground = await base.ground(seed, tally, breach)
    await trial.run(ground).catch((error) => breach(`the trial ended with an error: ${error.stack ?? error}`))
    rmSync(ground.folder, { recursive: true, force: true, maxRetries: 3 })
    done += 1
    tried.add(trial.name)
  }
  return {
    done,
    breaches,
    figures: {
      grounds: String(tried.size),
      'messages checked': tally.messages.toLocaleString('en'),
      'starts on good ground again': tally.starts.toLocaleString('en'),
      'slowest of them': `${(tally.worstStartMs / 1000).toFixed(1)} s`,
      'acknowledged writes checked': tally.acknowledged.toLocaleString('en'),
      'upgrades killed': `${tally.kills}, after ${tally.migrations} migrations`,
      'not possible here': leftOut.size === 0 ? 'none' : [...leftOut].join(', '),
    },
  }
}

export const groundPart: Part = {
  name: 'ground',
  title: 'Bad ground: full, read-only, damaged or foreign disks, missing limits, killed upgrades, backups under load',
  unit: 'trials',
  count: 60,
  minutes: 10,
  databases: 'both',
  run: (run) => withPostgres(run, (postgres) => runTrials(run, postgres)),
}
