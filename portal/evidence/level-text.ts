// Labels for the components and levels of evidence: the matcher's, and those of points and postal codes.
import en from '../../assets/texts/en/portal/location-levels.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/location-levels.json' with { type: 'json' }
import { chooseLanguage, fill } from '../language/choose-language.ts'
import { humanize } from '../language/format.ts'
import { LEVEL_LABELS } from './level-labels.ts'

export const levels = chooseLanguage(LEVEL_LABELS)

export const text = chooseLanguage({ en, fr })

function labelOf(name: string): string | undefined {
  const label = levels[name] ?? (text as Readonly<Record<string, string>>)[name]
  const metres = /^distance\.within_(\d+)_m$/.exec(name)?.[1]
  return label ?? (metres && fill(text.within, { metres }))
}

export const componentLabel = (component: string): string => labelOf(component) ?? humanize(component)

export const levelLabel = (component: string, level: string): string =>
  labelOf(`${component}.${level}`) ?? humanize(level).toLowerCase()
