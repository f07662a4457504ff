// Sabotaged builds, one row each: a part of the proof must notice every one of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseKind } from '../part.ts'
import mutants from './mutants.json' with { type: 'json' }

export interface Mutant {
  readonly name: string
  /** What the build does wrong, in a sentence. */
  readonly does: string
  /** A file of the build: `dist/…` before it is bundled, or a file of the root. */
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
  readonly part: string
  /** Embedded if absent. */
  readonly database?: DatabaseKind
  /** The size within which the part must notice it. */
  readonly rounds: number
  /** Scenarios of the part; all if absent. */
  readonly only?: string
}

export const MUTANTS: readonly Mutant[] = mutants as readonly Mutant[]

/** The text of the file with the change of the mutant. Throws if the row no longer fits the build. */
export function mutatedText(build: string, { name, file, find, replace }: Mutant): string {
  const text = readFileSync(join(build, file), 'utf8')
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`Mutant "${name}": ${file} has ${times} times ${JSON.stringify(find)}.`)
  return text.replace(find, () => replace)
}
