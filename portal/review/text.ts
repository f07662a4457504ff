// Text of the building search and the keyboard shortcuts.
import { chooseLanguage } from '../parts/choose-language.ts'

export const text = chooseLanguage({
  en: {
    findTitle: 'Which building is it?',
    findHint: 'Use ↑ and ↓ to select, Enter to confirm and Esc to cancel.',
    findNothing: 'No projects match.',
    findMore: 'Enter at least two characters.',
    wholeProject: 'tower unknown',
    shortcutsTitle: 'Keyboard shortcuts',
    shortcutsOn: 'Use single-key shortcuts',
    shortcutsOff: 'When off, use the buttons instead.',
  },
  fr: {
    findTitle: 'De quel immeuble s’agit-il ?',
    findHint: 'Utilisez ↑ et ↓ pour choisir, Entrée pour confirmer et Échap pour annuler.',
    findNothing: 'Aucun projet ne correspond.',
    findMore: 'Entrez au moins deux caractères.',
    wholeProject: 'tour inconnue',
    shortcutsTitle: 'Raccourcis clavier',
    shortcutsOn: 'Utiliser les raccourcis d’une touche',
    shortcutsOff: 'Sans raccourcis, utilisez les boutons.',
  },
})
