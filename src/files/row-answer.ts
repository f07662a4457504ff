// What a file's result says about each row, in columns.
import { createReadStream } from 'node:fs'
import { LineSplitter } from '../kernel/lines.ts'
import type { LinkResult } from '../links/links.ts'

/** Name → type. In the result each has the prefix `plinth_`. */
export const ANSWER_TYPES = {
  outcome: 'text',
  recommended_action: 'text',
  confidence: 'decimal',
  building_id: 'integer',
  building_name: 'text',
  project_id: 'integer',
  project_name: 'text',
  address: 'text',
  unit: 'text',
  latitude: 'decimal',
  longitude: 'decimal',
  reason: 'text',
  second_building_id: 'integer',
  second_address: 'text',
  second_confidence: 'decimal',
  error: 'text',
} as const

const ANSWER_COLUMNS = Object.keys(ANSWER_TYPES)

/** One value for each column. */
export type RowAnswer = readonly (string | number | null)[]

const probability = (value: number): number => Math.round(value * 1e6) / 1e6

export function answerOf({ links: [best, second], outcome, action, reason }: LinkResult): RowAnswer {
  return [
    outcome,
    action,
    best ? probability(best.match_confidence) : null,
    best?.target.building_id ?? null,
    best?.target.building_name ?? null,
    best?.target.project_id ?? null,
    best?.target.project_name ?? null,
    best?.target.canonical_mls_address ?? null,
    best?.unit ?? null,
    best?.target.latitude ?? null,
    best?.target.longitude ?? null,
    reason,
    second?.target.building_id ?? null,
    second?.target.canonical_mls_address ?? null,
    second ? probability(second.match_confidence) : null,
    null,
  ]
}

export const errorAnswer = (error: string): RowAnswer => [
  'error',
  ...ANSWER_COLUMNS.slice(1, -1).map(() => null),
  error,
]

export const answerNames = (columns: readonly string[]): string[] => namesBeside(columns, ANSWER_COLUMNS)

/** Names for our columns that the file does not have. */
export function namesBeside(columns: readonly string[], ours: readonly string[]): string[] {
  const taken = new Set(columns)
  return ours.map((column) => {
    let name = `plinth_${column}`
    for (let n = 2; taken.has(name); n++) name = `plinth_${column}_${n}`
    return name
  })
}

/** The answers of one part of a result. */
export async function* readAnswers(path: string): AsyncGenerator<RowAnswer> {
  const lines = LineSplitter.text()
  for await (const chunk of createReadStream(path, 'utf8'))
    for (const line of lines.push(chunk as string)) yield JSON.parse(line!) as RowAnswer
}
