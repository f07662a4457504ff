// plinth fit: fits a model on labels, and writes it only if it is better on held-out ones.

import type { Refit } from '@plinth/matcher/internal/fit/refit'
import { MIN_HELD_OUT, refit } from '@plinth/matcher/internal/fit/refit'
import type { AnswerFigures } from '@plinth/matcher/internal/fit/score-answers'
import { loadModel, MODEL_VERSION, writeModelFile } from '../../app/model-file.ts'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { dataFromFiles, dataFromLedger } from './fit-data.ts'

export interface FitOptions {
  readonly buildings?: string
  readonly labels?: readonly string[]
  readonly fromLedger?: boolean
  readonly check?: boolean
  readonly out?: string
  readonly version?: string
  readonly json?: boolean
}

export async function fitCommand(config: Config, options: FitOptions): Promise<number> {
  requireValid(options)
  const report = (message: string): void => console.error(message)
  const { model: current } = loadModel(config.modelFile)
  const { labels, anchors, describedAs } = options.fromLedger
    ? await dataFromLedger(config, report)
    : await dataFromFiles(options.buildings!, options.labels!, report)
  const heldOut = labels.reduce((sum, block) => sum + block.heldOut.length, 0)
  const fitted = labels.reduce((sum, block) => sum + block.fitted.length, 0)
  if (heldOut < MIN_HELD_OUT) {
    const message = `Too few labels: ${fitted + heldOut}, of which ${heldOut} are held out to measure on. At least ${MIN_HELD_OUT} must be.`
    return finish(options, `${message} Nothing was written.`, {
      helps: false,
      reason: message,
      labels: fitted + heldOut,
    })
  }
  const now = new Date()
  const version = options.version ?? datedVersion(current.version, now)
  const result = refit(labels, anchors, { current, version, measuredOn: describedAs, report })
  const { objection, before, after, strata } = result
  const summary = { helps: objection === null, reason: objection, version, before, after, strata }
  if (!options.json) for (const line of comparison(result, current.version, version)) console.log(line)
  if (objection !== null)
    return finish(options, `The refitted model is not better: ${objection}. Nothing was written.`, summary)
  if (options.check) return finish(options, 'A refit would help. Run the command without --check to write it.', summary)
  writeModelFile(options.out!, result.fitted, now)
  return finish(options, `Wrote ${options.out}. To use it: MODEL_FILE=${options.out}`, summary)
}

function requireValid({ buildings, labels, fromLedger, check, out, version }: FitOptions): void {
  const hasFiles = buildings !== undefined || labels !== undefined
  if (fromLedger && hasFiles) throw new Stop('usage', 'use either --from-ledger or --buildings with --labels, not both')
  if (!fromLedger && (buildings === undefined || labels === undefined))
    throw new Stop('usage', 'nothing to fit on', 'Use --buildings <file> and --labels <file>, or --from-ledger.')
  if (!check && out === undefined) throw new Stop('usage', '--out <file> is missing', 'Or use --check to only compare.')
  if (version !== undefined && !MODEL_VERSION.test(version))
    throw new Stop('usage', `--version must be 1 to 40 letters, digits, dots, hyphens or underscores; got "${version}"`)
}

/** `m2` becomes `m2-20261116-0534`, in UTC; a refit of that changes only the time. */
function datedVersion(current: string, now: Date): string {
  const time = now.toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${current.replace(/-\d{8}-\d{4}$/, '').slice(0, 26)}-${time}`
}

function finish(
  { json }: FitOptions,
  message: string,
  summary: { readonly helps: boolean } & Record<string, unknown>,
): number {
  console.log(json ? JSON.stringify(summary) : message)
  return summary.helps ? EXIT.ok : EXIT.noImprovement
}

const percent = (x: number): string => `${(100 * x).toFixed(2)} %`

function comparison({ before, after, strata }: Refit, current: string, fitted: string): string[] {
  const row = (name: string, was: string, is: string): string =>
    `  ${name.padEnd(34)} ${was.padStart(14)} ${is.padStart(16)}`
  const figure = (name: string, of: (figures: AnswerFigures) => string): string => row(name, of(before), of(after))
  return [
    `${before.n} held-out labels`,
    row('', current, fitted),
    figure('log loss, bits per label', (f) => f.logLoss.toFixed(4)),
    figure('found at 0.95 or more', (f) => percent(f.recall95)),
    figure('wrong at 0.95 or more', (f) => String(f.wrong95)),
    figure('calibration error', (f) => f.ece.toFixed(4)),
    'calibration error by kind of answer',
    ...strata.map(({ stratum, input, before: was, after: is }) =>
      row(`${stratum}, ${input}`, `${was.ece.toFixed(4)} (${was.n})`, `${is.ece.toFixed(4)} (${is.n})`),
    ),
    '',
  ]
}
