// Text of the home page.
import en from '../../../assets/texts/en/portal/home.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/home.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
