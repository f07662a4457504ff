// The accuracy section of bench/RESULTS.md as Markdown.

import { MODEL } from '@plinth/matcher/internal/decide/model'
import { machine, resultsMonth } from '../../shared/results-file.ts'
import { table, whole } from '../../shared/tables.ts'
import type { Figures } from './figures.ts'
import type { StratumFigures } from './reliability.ts'

const percent = (x: number | undefined): string => (x === undefined ? '' : `${(100 * x).toFixed(2)} %`)

/** Synthetic sets repeat the real ones. They are measured where the shared folder is missing. */
const isPublished = (name: string, hasReal: boolean): boolean => !(hasReal && name.startsWith('synthetic, '))

const label = (name: string): string => name.replace(/^(real|synthetic), /, 'generated, ')

export function accuracySection(sets: ReadonlyMap<string, Figures>, strata: readonly StratumFigures[]): string {
  const hasReal = [...sets.keys()].some((name) => name.startsWith('real, '))
  const published = [...sets].filter(([name, f]) => isPublished(name, hasReal) && f.unit === undefined)
  const found = published.filter(([, f]) => f.r995 !== undefined)
  const refused = published.filter(([, f]) => f.r995 === undefined && f.low === undefined)
  // A tie has no right building; a case for review has one that the text does not settle.
  const ties = published.filter(([, f]) => f.low !== undefined && f.positives === 0)
  const reviews = published.filter(([, f]) => f.low !== undefined && f.positives > 0)
  const unit = [...sets.values()].find((f) => f.unit !== undefined)
  return `${resultsMonth()} · ${machine()} · \`npm run accuracy -- --write-results\` · model \`${MODEL.version}\`

${table(
  ['set', 'n', 'R@P 99.5', 'R@P 99.9', 'precision at 0.95', 'recall at 0.95', 'wrong at 0.95', 'wrong at 0.5', 'ECE'],
  found.map(([name, f]) => [
    label(name),
    whole(f.n),
    percent(f.r995),
    percent(f.r999),
    percent(f.p95),
    percent(f.r95),
    whole(f.wrong95),
    whole(f.wrong50),
    (f.ece ?? 0).toFixed(4),
  ]),
)}

Sets in which no link is right:

${table(
  ['set', 'n', 'linked at 0.95', 'linked at 0.5'],
  refused.map(([name, f]) => [label(name), whole(f.n), whole(f.wrong95), whole(f.wrong50)]),
)}

Sets in which two buildings fit equally:

${table(
  ['set', 'n', 'none above 0.7', 'both shown'],
  ties.map(([name, f]) => [label(name), whole(f.n), percent(f.low), percent(f.shown)]),
)}

Sets that a person should decide:

${table(
  ['set', 'n', 'below 0.95', 'building shown'],
  reviews.map(([name, f]) => [label(name), whole(f.n), percent(f.low), percent(f.shown)]),
)}
${unit ? `\nUnits: ${percent(unit.unit)} of ${whole(unit.n)} labelled units of real listings are read as labelled.\n` : ''}
### Reliability by stratum

Answers to cases that were not used for fitting: held-out buildings and other seeds. Neighbouring bins are
merged until they have 50 answers. Said is the mean confidence; was is the share of right answers, with its
95 % interval.

${table(
  ['stratum', 'answers', 'said', 'was', 'interval', 'n'],
  strata.flatMap(({ stratum, n, bins }) =>
    bins.map((b, i) => [
      i === 0 ? stratum : '',
      i === 0 ? whole(n) : '',
      b.said.toFixed(3),
      b.was.toFixed(3),
      `${b.low.toFixed(3)}–${b.high.toFixed(3)}`,
      whole(b.n),
    ]),
  ),
)}

Largest distance of said and was: ${strata.map((s) => `${s.stratum} ${s.off.toFixed(3)}`).join('; ')}.`
}
