// Text of the header, the footer and other shared parts.
import en from '../../assets/texts/en/portal/shared.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/shared.json' with { type: 'json' }
import { chooseLanguage } from './choose-language.ts'

export const text = chooseLanguage({ en, fr })
