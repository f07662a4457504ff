// Labels for the components and levels of evidence: the matcher's, and those of points and postal codes.
import { chooseLanguage } from '../parts/choose-language.ts'
import { humanize } from '../parts/format.ts'
import { LEVEL_LABELS } from './level-labels.ts'

export const levels = chooseLanguage(LEVEL_LABELS)

export const locationLevels = chooseLanguage({
  en: {
    point_accuracy: 'Accuracy of the point',
    'prior.point': 'before any comparison',
    'prior.postal_code': 'before any comparison',
    'point_accuracy.exact': 'on the building or its parcel',
    'point_accuracy.approximate': 'on the street',
    'postal_code.other': 'different',
    'postal_code.only_building': 'the only building with this code',
    'postal_code.one_of_two': 'one of two buildings with this code',
    'postal_code.one_of_several': 'one of several buildings with this code',
  },
  fr: {
    point_accuracy: 'Exactitude du point',
    'prior.point': 'avant toute comparaison',
    'prior.postal_code': 'avant toute comparaison',
    'point_accuracy.exact': 'sur l’immeuble ou sa parcelle',
    'point_accuracy.approximate': 'dans la rue',
    'postal_code.other': 'différent',
    'postal_code.only_building': 'seul immeuble avec ce code',
    'postal_code.one_of_two': 'un des deux immeubles avec ce code',
    'postal_code.one_of_several': 'un de plusieurs immeubles avec ce code',
  },
})

const { within } = chooseLanguage({
  en: { within: (metres: string) => `within ${metres} m` },
  fr: { within: (metres: string) => `à moins de ${metres} m` },
})

function labelOf(name: string): string | undefined {
  const label = levels[name] ?? (locationLevels as Readonly<Record<string, string>>)[name]
  const metres = /^distance\.within_(\d+)_m$/.exec(name)?.[1]
  return label ?? (metres && within(metres))
}

export const componentLabel = (component: string): string => labelOf(component) ?? humanize(component)

export const levelLabel = (component: string, level: string): string =>
  labelOf(`${component}.${level}`) ?? humanize(level).toLowerCase()
