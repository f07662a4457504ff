// Fits the model; with --write, writes packages/matcher/src/decide/model.ts and docs/calibration.svg.
//   npx tsx bench/fit.ts [--write] [--version m2] [--labels labels.ndjson --projects projects.ndjson]

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import type { MeasuredModel } from '@plinth/matcher/internal/decide/model-shape'
import { fitModel, measureModel, prepareBlock } from '@plinth/matcher/internal/fit/fit-model'
import { START_WEIGHTS } from '@plinth/matcher/internal/fit/start-weights'
import { drawCalibrationPlot } from './calibration-plot.ts'
import { fitBlocks } from './fit-blocks.ts'
import { hasShared } from './shared-data.ts'

function writeModel({ model, figures, reliability }: MeasuredModel): void {
  const json = (value: unknown): string => JSON.stringify(value, null, 2)
  const text = `// The model as data: weights, calibration map and measured accuracy. Written by bench/fit.ts; do not edit.
// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a measured figure is no constant

import type { CalibrationBin, Figure, Model } from './model-shape.ts'

export const MODEL: Model = ${json(model)}

/** Accuracy of this model. Held-out sets were not used for fitting. */
export const FIGURES: readonly Figure[] = ${json(figures)}

/** How often answers are right by stated confidence, on held-out cases. */
export const calibrationTable: readonly CalibrationBin[] = ${json(reliability)}
`
  writeFileSync(fileURLToPath(new URL('../packages/matcher/src/decide/model.ts', import.meta.url)), text)
  writeFileSync(fileURLToPath(new URL('../docs/calibration.svg', import.meta.url)), drawCalibrationPlot(reliability))
  console.log('Wrote packages/matcher/src/decide/model.ts and docs/calibration.svg. Now run npm run fix.')
}

const percent = (x: number): string => (100 * x).toFixed(2)

function printModel({ model, figures, reliability }: MeasuredModel): void {
  for (const f of figures)
    console.log(
      `${f.set.padEnd(28)} ${f.held_out ? 'held out' : 'fitted  '} n ${String(f.n).padStart(6)}  R@P99.5 ${percent(f.recall_at_995)}  ` +
        `R@P99.9 ${percent(f.recall_at_999)}  P@.95 ${percent(f.precision_95)}  R@.95 ${percent(f.recall_95)}  ECE ${f.ece.toFixed(4)}`,
    )
  console.log('\nreliability of held-out answers at 0.95 and more')
  for (const b of reliability.filter(({ said }) => said >= 0.95))
    console.log(
      `${b.stratum.padEnd(8)} ${b.input.padEnd(5)} said ${b.said.toFixed(4)}  was ${b.was.toFixed(4)} (${b.low.toFixed(4)}–${b.high.toFixed(4)})  n ${b.n}`,
    )
  console.log(`\ncalibration ${JSON.stringify(model.calibration)}`)
}

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    version: { type: 'string', default: MODEL.version },
    labels: { type: 'string' },
    projects: { type: 'string' },
  },
})
const { labels, projects } = values
const report = (message: string): void => console.log(message)
const blocks = fitBlocks(labels && projects ? { labels, projects } : undefined).map(prepareBlock)
const model = fitModel(blocks, { version: values.version, start: START_WEIGHTS, pull: 2, report })
report('Measuring.')
const measuredOn = `held-out cases: ${hasShared() ? 'real listings, and generated errors in real and' : 'generated errors in'} synthetic addresses`
const fitted = measureModel(blocks, model, measuredOn)
printModel(fitted)
if (values.write) writeModel(fitted)
