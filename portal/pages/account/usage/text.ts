// Text of the usage page.
import en from '../../../../assets/texts/en/portal/account/usage.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/usage.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
