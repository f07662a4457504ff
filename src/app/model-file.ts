// Reads, validates and writes model files.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { FIGURES, RELIABILITY } from '@plinth/matcher/internal/decide/model-accuracy'
import type { MeasuredModel } from '@plinth/matcher/internal/decide/model-shape'
import { INPUTS, STRATA } from '@plinth/matcher/internal/decide/model-shape'
import { weightProblems } from '@plinth/matcher/internal/fit/constraints'
import { z } from 'zod'
import { at } from '../kernel/at.ts'
import { Stop } from '../kernel/fault.ts'

const FORMAT = 'plinth-model/1'

export const BUILT_IN_MODEL: MeasuredModel = { model: MODEL, figures: FIGURES, reliability: RELIABILITY }

/** Safe in JSON, URLs and file names, because responses contain it unescaped. */
export const MODEL_VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

const share = z.number().min(0).max(1)
const count = z.int().min(0)

const CalibrationMapSchema = z
  .array(z.tuple([share, share]))
  .min(2)
  .refine((map) => map[0]?.[0] === 0 && map.at(-1)?.[0] === 1, 'must start at 0 and end at 1')
  .refine(
    (map) => map.every(([p, y], i) => i === 0 || (p > at(map, i - 1)[0] && y >= at(map, i - 1)[1])),
    'must rise: every point needs a higher probability than the one before',
  )

const ModelFileSchema = z.object({
  format: z.literal(FORMAT, `must be "${FORMAT}"`),
  version: z.string().regex(MODEL_VERSION, 'must be 1 to 40 letters, digits, dots, hyphens or underscores'),
  made_at: z.iso.datetime(),
  weights: z.record(z.string(), z.record(z.string(), z.number())),
  calibration: z.record(z.enum(STRATA), z.record(z.enum(INPUTS), CalibrationMapSchema)),
  figures: z.array(
    z.object({
      set: z.string(),
      held_out: z.boolean(),
      n: count,
      recall_at_995: share,
      recall_at_999: share,
      precision_95: share,
      recall_95: share,
      ece: share,
    }),
  ),
  reliability: z.array(
    z.object({
      stratum: z.enum(STRATA),
      input: z.enum(INPUTS),
      said: share,
      was: share,
      low: share,
      high: share,
      n: count,
      measured_on: z.string(),
    }),
  ),
})

/** Throws a `Stop` that says what is wrong with the file. */
export function readModelFile(file: string): MeasuredModel {
  const refuse = (problem: string, advice: string): never => {
    throw new Stop('usage', `the model file ${file} cannot be used: ${problem}`, advice)
  }
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? `it is not JSON (${error.message})` : (error as Error).message
    return refuse(problem, 'Set MODEL_FILE to a file that plinth fit wrote, or unset it.')
  }
  const parsed = ModelFileSchema.safeParse(json)
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
    return refuse(problems.join('; '), 'Write it again with plinth fit.')
  }
  const { version, weights, calibration, figures, reliability } = parsed.data
  const problems = weightProblems(weights)
  if (problems.length > 0)
    return refuse(
      `its weights are for another version of Plinth: ${problems.slice(0, 5).join('; ')}`,
      'Fit it again with this version: plinth fit',
    )
  return { model: { version, weights, calibration }, figures, reliability }
}

/** The model in use: the file's, or the built-in one. */
export const loadModel = (file: string | undefined): MeasuredModel =>
  file === undefined ? BUILT_IN_MODEL : readModelFile(file)

/** Replaces the file in one step, so that a server that starts meanwhile never reads half of it. */
export function writeModelFile(file: string, { model, figures, reliability }: MeasuredModel, at: Date): void {
  const { version, weights, calibration } = model
  const content = { format: FORMAT, version, made_at: at.toISOString(), weights, calibration, figures, reliability }
  const unfinished = `${file}.${process.pid}.tmp`
  writeFileSync(unfinished, `${JSON.stringify(content, null, 1)}\n`)
  renameSync(unfinished, file)
}
