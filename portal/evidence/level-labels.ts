// The matcher's labels of components and levels by language. The build replaces this file by its result.
import { COMPONENTS } from '../../packages/matcher/src/compare/components.ts'
import type { Text } from '../../packages/matcher/src/compare/levels/level-record.ts'

const LABELS: readonly (readonly [name: string, label: Text])[] = COMPONENTS.flatMap(({ name, record }) => [
  [name, record.label] as const,
  ...Object.entries(record.levels).map(([level, { label }]) => [`${name}.${level}`, label] as const),
])

const inLanguage = (n: 0 | 1): Readonly<Record<string, string>> =>
  Object.fromEntries(LABELS.map(([name, label]) => [name, label[n]]))

export const LEVEL_LABELS = { en: inLanguage(0), fr: inLanguage(1) }
