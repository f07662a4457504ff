// Labels on floor plans, in English and Quebec French.
import type { DrawingInput } from './origin.ts'
import { escapeText } from './svg-text.ts'

const FRENCH: Readonly<Record<string, string>> = {
  'Living / Dining': 'Séjour / Repas',
  'Living / Sleeping': 'Séjour / Nuit',
  Kitchen: 'Cuisine',
  Bath: 'S. de bain',
  Ensuite: 'S. de bain',
  Powder: 'Toilette',
  Bedroom: 'Chambre',
  'Principal Bedroom': 'Ch. principale',
  Den: 'Bureau',
  Storage: 'Rangement',
  'Walk-in': 'Penderie',
  'Walk-in / Storage': 'Penderie / Rang.',
  'W.I.C.': 'Penderie',
  'Cl.': 'Pl.',
  Laundry: 'Buanderie',
  'W/D': 'L/S',
  Entry: 'Entrée',
  Hall: 'Couloir',
  Up: 'Haut',
  Down: 'Bas',
  Balcony: 'Balcon',
  Terrace: 'Terrasse',
  'Main level': 'Rez-de-chaussée',
  'Upper level': 'Étage',
}

export function planWord(label: string, isFrench: boolean): string {
  if (!isFrench) return label
  return escapeText(FRENCH[label] ?? label.replace('Bedroom', 'Chambre'))
}

/** The line below the name: rooms, baths and areas. */
export function planSummary(input: DrawingInput): string {
  const bedrooms = input.number('b')
  const baths = input.number('f') + input.number('h') * 0.5
  const den = input.number('d') > 0
  const outdoor = input.number('x')
  if (input.text('g') === 'fr') {
    const rooms = bedrooms === 0 ? 'Studio' : `${bedrooms} chambre${bedrooms > 1 ? 's' : ''}${den ? ' + bureau' : ''}`
    const area = `${input.number('a')} pi²${outdoor ? ` + ${outdoor} à l’extérieur` : ''}`
    return escapeText(`${rooms}, ${String(baths).replace('.', ',')} s. de bain · ${area}`)
  }
  const rooms = bedrooms === 0 ? 'Studio' : `${bedrooms}${den ? ' + den' : ''} bedroom${bedrooms > 1 ? 's' : ''}`
  return escapeText(`${rooms}, ${baths} bath · ${input.number('a')} sq ft${outdoor ? ` + ${outdoor} outdoor` : ''}`)
}
