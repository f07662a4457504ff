// Text of the building search and the keyboard shortcuts.
import en from '../../assets/texts/en/portal/review.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/review.json' with { type: 'json' }
import { chooseLanguage } from '../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
