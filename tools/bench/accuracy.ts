// `npm run accuracy`: measures the matcher on every set and stratum.
//   npm run accuracy -- [--only NAME] [--group NAME] [--worst N [--set NAME]] [--update-floors [--lower]] [--write-results]
//   npm run accuracy -- --coverage [--write-results]   (the index thinned, with and without a prior of coverage)
// Exits 1 when a figure misses its floor in tools/bench/floors.json. `NAME` is a part of the name of a set, or several: `roles|posts`.

import '../shared/help.ts'
import { writeResultsSection } from '../shared/results-file.ts'
import type { Answered, CaseSet, SetGroup } from './accuracy/answer-set.ts'
import { answerSets, buildingsOf } from './accuracy/answer-set.ts'
import { measureCoverage } from './accuracy/coverage.ts'
import type { Figures } from './accuracy/figures.ts'
import { figuresOf, recallOf } from './accuracy/figures.ts'
import { checkBounds, raiseFloors, readFloors, writeFloors } from './accuracy/floors.ts'
import { generatedGroups } from './accuracy/generated-sets.ts'
import { kindGroup } from './accuracy/kind-sets.ts'
import { printHeader, printRow, printWorst } from './accuracy/print.ts'
import { printRealReliability, printReliability, reliabilityByStratum } from './accuracy/reliability.ts'
import { accuracySection } from './accuracy/results-section.ts'
import { sharedGroups } from './accuracy/shared-sets.ts'
import { measureUnits } from './accuracy/units.ts'
import { hasShared } from './shared-data.ts'

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

const has = (flag: string): boolean => process.argv.includes(flag)

const only = optionOf('--only') ?? optionOf('--set')
const worst = has('--worst') ? Number(optionOf('--worst') ?? 20) || 20 : 0
const worstSet = optionOf('--set')
const started = performance.now()
const isNamed = (set: string, names: string | undefined): boolean =>
  names === undefined || names.split('|').some((name) => set.includes(name))

/** Addresses of the buildings, for showing answers. */
function addressBook(group: SetGroup): (key: string) => string {
  const book = new Map(
    buildingsOf(group).map((b) => [b.key, [b.name, b.addresses[0]?.line, b.city].filter(Boolean).join(', ')]),
  )
  return (key) => book.get(key) ?? key
}

const figures = new Map<string, Figures>()
const everything: Answered[] = []
const real: Answered[] = []

interface MeasuredGroup {
  readonly sets: readonly CaseSet[]
  readonly answers: ReadonlyMap<string, Answered[]>
}

async function measureGroup(group: SetGroup): Promise<MeasuredGroup | null> {
  if (!isNamed(group.name, optionOf('--group'))) return null
  const sets: CaseSet[] = group.sets().filter((s) => isNamed(s.name, only))
  if (sets.length === 0) return null
  const answers = await answerSets(group, sets)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`\n${group.name} (${seconds} s)`)
  const addressOf = worst > 0 ? addressBook(group) : (key: string) => key
  printHeader()
  for (const set of sets) {
    const all = answers.get(set.name) as Answered[]
    const own = set.stratum ? all.filter((a) => a.answer !== null && a.stratum === set.stratum) : all
    const row = figuresOf(set.measure, own)
    figures.set(set.name, row)
    // Answers of one stratum are a part of another set.
    if (!set.isPart && !set.isTrap && !set.stratum) (set.isReal ? real : everything).push(...own)
    printRow(set.name, row, set.isReal ?? false)
    if (worst > 0 && isNamed(set.name, worstSet)) printWorst(set, own, worst, addressOf)
  }
  return { sets, answers }
}

/** Places, roles and numbers, and all sets of them in which a building is either right or not. */
async function measureKinds(): Promise<void> {
  const answered = await measureGroup(kindGroup())
  if (answered === null || only !== undefined) return
  const whole = answered.sets.filter(
    ({ measure, isPart, name }) =>
      (measure === 'find' || measure === 'refuse') && !isPart && !name.startsWith('posts, development'),
  )
  const all = whole.flatMap((set) => answered.answers.get(set.name) ?? [])
  figures.set('places, roles and numbers', { ...figuresOf('find', all), r99: recallOf(all, 0.99) })
}

if (has('--coverage')) {
  measureCoverage(has('--write-results'))
  process.exit()
}
console.log('Measuring. The first table follows in a few seconds.')
if (hasShared()) for (const group of sharedGroups()) await measureGroup(group)
else console.log('No shared folder next to the repository: measuring generated cases only.')
if (hasShared()) await measureKinds()
for (const make of generatedGroups()) await measureGroup(make())
const units = only === undefined ? measureUnits() : null
if (units) figures.set('units of listings', units)

// Without the shared folder the answers are others, and so are their floors.
const suffix = hasShared() ? '' : ', synthetic'
const strata = only === undefined ? reliabilityByStratum([...real, ...everything], suffix) : []
if (strata.length > 0) printReliability(strata)
if (real.length > 0) printRealReliability(real)
let floors = readFloors()
if (has('--update-floors')) {
  const raised = raiseFloors(floors, figures, strata, has('--lower'))
  floors = raised.floors
  writeFloors(floors)
  console.log(`\nbench/floors.json: ${raised.changed} floors changed.`)
}
if (has('--write-results') && only === undefined) writeResultsSection('accuracy', accuracySection(figures, strata))
const { missedFloors, missedGoals } = checkBounds(floors, figures, strata)
console.log('')
for (const line of missedGoals) console.log(`goal: ${line}`)
for (const line of missedFloors) console.error(`MISSED ${line}`)
console.log(
  `${figures.size} sets in ${((performance.now() - started) / 1000).toFixed(0)} s: ${missedFloors.length} floors and ${missedGoals.length} goals missed.`,
)
process.exitCode = missedFloors.length > 0 ? 1 : 0
