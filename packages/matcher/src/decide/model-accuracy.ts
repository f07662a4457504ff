// The measured accuracy of the built-in model. Apart from the model, so that browsers need not load it.

import accuracy from './model-accuracy.json' with { type: 'json' }
import type { CalibrationBin, Figure } from './model-shape.ts'

interface Rows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

const recordsOf = ({ columns, rows }: Rows): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])))

/** Held-out sets were not used for fitting. */
export const FIGURES = recordsOf(accuracy.figures) as Figure[]

/** How often answers are right by stated confidence, on held-out cases. */
export const RELIABILITY = recordsOf(accuracy.reliability).map((bin) => ({
  ...bin,
  measured_on: accuracy.measured_on,
})) as CalibrationBin[]
