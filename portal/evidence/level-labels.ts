// The matcher's labels of components and levels by language. The build replaces this file by its result.
import { COMPONENTS } from '../../packages/matcher/src/compare/components.ts'

const LABELS = COMPONENTS.flatMap(({ name, record }) => [
  [name, record.label] as const,
  ...Object.entries(record.levels).map(([level, { label }]) => [`${name}.${level}`, label] as const),
])

const inLanguage = (language: 'en' | 'fr'): Readonly<Record<string, string>> =>
  Object.fromEntries(LABELS.map(([name, label]) => [name, label[language]]))

export const LEVEL_LABELS = { en: inLanguage('en'), fr: inLanguage('fr') }
