// Fits the model; with --write, writes packages/matcher/src/decide/model.json and docs/calibration.svg.
//   npx tsx tools/bench/fit.ts [--write] [--version m2]

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import type { MeasuredModel } from '@plinth/matcher/internal/decide/model-shape'
import { START_WEIGHTS } from '@plinth/matcher/internal/fit/constraints'
import { fitModel, measureModel, prepareBlock } from '@plinth/matcher/internal/fit/fit-model'
import { drawCalibrationPlot } from './calibration-plot.ts'
import { fitBlocks } from './fit-blocks.ts'
import { hasShared } from './shared-data.ts'

/** One row per line, so that a diff shows what changed. */
function rowsOf(value: object, depth = 2): string {
  if (depth === 0 || Object.values(value).every((inner) => typeof inner !== 'object')) return JSON.stringify(value)
  const rows = Object.entries(value).map(([key, inner]) => {
    const text = typeof inner === 'object' ? rowsOf(inner, depth - 1) : JSON.stringify(inner)
    return Array.isArray(value) ? text : `${JSON.stringify(key)}: ${text}`
  })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${rows.join(',\n')}\n${close}`
}

const tableOf = (records: readonly object[]) => ({
  columns: Object.keys(records[0] ?? {}),
  rows: records.map((record) => Object.values(record)),
})

function writeModel({ model, figures, reliability }: MeasuredModel, measured_on: string): void {
  const bins = reliability.map(({ measured_on: _, ...bin }) => bin)
  const accuracy = { measured_on, figures: tableOf(figures), reliability: tableOf(bins) }
  const write = (path: string, text: string) =>
    writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text)
  write('packages/matcher/src/decide/model.json', `${rowsOf(model)}\n`)
  write('packages/matcher/src/decide/model-accuracy.json', `${rowsOf(accuracy, 3)}\n`)
  write('docs/calibration.svg', drawCalibrationPlot(reliability))
  console.log('Wrote model.json and model-accuracy.json in packages/matcher/src/decide, and docs/calibration.svg.')
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
  },
})
const report = (message: string): void => console.log(message)
const blocks = fitBlocks().map(prepareBlock)
const model = fitModel(blocks, { version: values.version, start: START_WEIGHTS, pull: 2, report })
report('Measuring.')
const measuredOn = `held-out cases: ${hasShared() ? 'real listings, and generated errors in real and' : 'generated errors in'} synthetic addresses`
const fitted = measureModel(blocks, model, measuredOn)
printModel(fitted)
if (values.write) writeModel(fitted, measuredOn)
