// Text of the sign-up page.
import en from '../../../assets/texts/en/portal/sign-up.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/sign-up.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
