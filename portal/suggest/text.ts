// Text of the suggestions below a field.
import en from '../../assets/texts/en/portal/suggest.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/suggest.json' with { type: 'json' }
import { chooseLanguage } from '../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
