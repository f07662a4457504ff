// Gives inputs to the readers one after the other, and reports findings and branches that ran for the first time.
import { findingOf } from './read-input.ts'
import type { Recipe } from './reader-input.ts'
import { inputOf, Recipes } from './reader-input.ts'
import { loadReaders } from './readers.ts'

export interface Task {
  readonly build: string
  readonly seed: number
  /** Inputs that an earlier process had. */
  readonly from: number
  readonly count: number
  readonly folder: string
  /** Only this input. */
  readonly recipe?: Recipe | undefined
}

/** Sent before each input, and after it if it reached something new or found something. */
export type Report =
  | { readonly recipe: Recipe }
  | { readonly reached: readonly (readonly [url: string, branch: number])[] }
  | { readonly finding: string; readonly recipe: Recipe }

const { branchMarks } = globalThis as unknown as { branchMarks: ReadonlyMap<string, Uint8Array> }
const reached = new Map<string, Uint8Array>()

function newBranches(): [string, number][] {
  const found: [string, number][] = []
  for (const [url, ran] of branchMarks) {
    const before = reached.get(url) ?? new Uint8Array(ran.length)
    reached.set(url, before)
    for (const [at, mark] of ran.entries()) if (mark > before[at]!) found.push([url, at])
    before.set(ran)
  }
  return found
}

/** Sent before the next input starts: one that hangs must be known. */
const send = (report: Report): Promise<void> => new Promise((resolve) => process.send!(report, () => resolve()))

/** Readers yield after some milliseconds: a clock of its own makes that the same in every run. */
let clock = 0
performance.now = () => {
  clock += 3
  return clock
}

const task: Task = JSON.parse(process.argv[2]!)
const readers = await loadReaders(task.build)
const recipes = new Recipes(task.seed, task.from)
for (let made = task.from; made < task.count; made++) {
  const recipe = task.recipe ?? recipes.next()
  await send({ recipe })
  const finding = await findingOf(readers, inputOf(recipe), task.folder)
  const fresh = newBranches()
  if (fresh.length > 0) {
    recipes.keep(recipe)
    await send({ reached: fresh })
  }
  if (finding !== null) await send({ finding, recipe })
}
process.disconnect()
