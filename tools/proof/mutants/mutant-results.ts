// Which sabotaged builds are attacked, and the result of it for the tables.
import type { ProofOptions } from '../arguments.ts'
import type { PartResult } from '../results.ts'
import { readLastResults, today } from '../results.ts'
import type { Mutant } from './mutants.ts'
import { MUTANTS } from './mutants.ts'
import type { MutantRun, Verdict } from './run-mutants.ts'

export function chosenMutants({
  parts,
  databases,
  only,
}: Pick<ProofOptions, 'parts' | 'databases' | 'only'>): Mutant[] {
  const unknown = only.filter((name) => !MUTANTS.some((mutant) => mutant.name === name))
  if (unknown.length > 0) throw new Error(`Unknown mutants: ${unknown.join(', ')}.`)
  const names = new Set(parts.map(({ name }) => name))
  return MUTANTS.filter(
    ({ name, part, database = 'embedded' }) =>
      names.has(part) && databases.includes(database) && (only.length === 0 || only.includes(name)),
  )
}

type Row = Readonly<Record<'mutant' | 'build' | 'part' | 'within' | 'verdict' | 'seconds' | 'run', string>>

const rowOf = ({ mutant, killed, seconds }: Verdict): Row => ({
  mutant: mutant.name,
  build: mutant.does,
  part: [mutant.part, mutant.database, mutant.only].filter(Boolean).join(', '),
  within: mutant.rounds.toLocaleString('en'),
  verdict: killed ? 'killed' : 'survived',
  seconds: seconds.toFixed(0),
  run: today(),
})

/** Rows that did not run this time are from their last run. */
export function resultsOf(
  { verdicts, falseAlarms, controls }: Pick<MutantRun, 'verdicts' | 'falseAlarms' | 'controls'>,
  version: string,
): PartResult[] {
  const last = readLastResults().find((result) => result.part === 'mutants' && result.version === version)
  const rows = new Map((last?.details as readonly Row[] | undefined)?.map((row) => [row.mutant, row]))
  for (const verdict of verdicts) rows.set(verdict.mutant.name, rowOf(verdict))
  const details = MUTANTS.flatMap(({ name }) => rows.get(name) ?? [])
  const killed = details.filter(({ verdict }) => verdict === 'killed').length
  const notRun = MUTANTS.length - details.length
  const seconds = details.reduce((all, row) => all + Number(row.seconds), 0)
  return [
    {
      ...{ part: 'mutants', database: 'embedded', version, unit: 'sabotaged builds', asked: MUTANTS.length, seed: 0 },
      done: details.length,
      breaches: details.length - killed + falseAlarms.length,
      figures: {
        killed: `${killed} of ${MUTANTS.length}${notRun > 0 ? `, ${notRun} not run yet` : ''}`,
        'runs without sabotage': String(controls),
        'false alarms': String(falseAlarms.length),
      },
      details,
      minutes: Math.round(seconds / 6) / 10,
      date: today(),
    },
  ]
}
