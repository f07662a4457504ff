// Text of the suggestions below a field.
import { chooseLanguage, plural } from '../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    suggestions: 'Suggestions',
    kinds: {
      address: 'Address',
      building: 'Building',
      project: 'Project',
      developer: 'Developer',
      condo_corp: 'Condo corporation',
      neighbourhood: 'Neighbourhood',
    },
    count: (count: number) =>
      plural(count, {
        one: `${count} suggestion. Press the down arrow to choose it.`,
        other: `${count} suggestions. Use the up and down arrows to choose one.`,
      }),
    none: 'No suggestions.',
  },
  fr: {
    suggestions: 'Suggestions',
    kinds: {
      address: 'Adresse',
      building: 'Immeuble',
      project: 'Projet',
      developer: 'Promoteur',
      condo_corp: 'Syndicat de copropriété',
      neighbourhood: 'Quartier',
    },
    count: (count: number) =>
      plural(count, {
        one: `${count} suggestion. Appuyez sur la flèche vers le bas pour la choisir.`,
        other: `${count} suggestions. Utilisez les flèches vers le haut et vers le bas pour en choisir une.`,
      }),
    none: 'Aucune suggestion.',
  },
})
