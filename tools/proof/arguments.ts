// Reads the arguments of `npm run proof`.
import { parseArgs } from 'node:util'
import type { DatabaseKind, Part } from './part.ts'

export interface ProofOptions {
  readonly parts: readonly Part[]
  readonly databases: readonly DatabaseKind[]
  readonly rounds: number | undefined
  readonly minutes: number | undefined
  readonly seed: number
  readonly build: string | undefined
  /** Names of scenarios; empty for all. */
  readonly only: readonly string[]
  readonly from: string | undefined
  readonly write: boolean
  /** Ends with the first breach. */
  readonly untilBreach: boolean
  /** Runs the parts against sabotaged builds; `only` names some of them. */
  readonly mutants: boolean
  readonly keep: boolean
}

export function readArguments(args: readonly string[], parts: readonly Part[]): ProofOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      database: { type: 'string' },
      build: { type: 'string' },
      only: { type: 'string' },
      from: { type: 'string' },
      mutants: { type: 'boolean', default: false },
      'until-breach': { type: 'boolean', default: false },
      'no-write': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const chosen = positionals.map((name) => {
    const part = parts.find((part) => part.name === name)
    if (!part) throw new Error(`Unknown part "${name}". Choose from: ${parts.map(({ name }) => name).join(', ')}.`)
    return part
  })
  const { database } = values
  if (database !== undefined && database !== 'embedded' && database !== 'postgres')
    throw new Error(`--database is embedded or postgres, not "${database}".`)
  return {
    parts: chosen.length > 0 ? chosen : parts,
    databases: database === undefined ? ['embedded', 'postgres'] : [database],
    rounds: wholeNumber('rounds', values.rounds),
    minutes: wholeNumber('minutes', values.minutes),
    // Another day tries other cases.
    seed: wholeNumber('seed', values.seed) ?? Math.floor(Date.now() / 1000),
    build: values.build,
    only: values.only?.split(',') ?? [],
    from: values.from,
    write: !values['no-write'],
    untilBreach: values['until-breach'],
    mutants: values.mutants,
    keep: values.keep,
  }
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number, not "${text}".`)
  return value
}
