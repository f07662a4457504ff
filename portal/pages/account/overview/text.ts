// Text of the account overview.
import en from '../../../../assets/texts/en/portal/account/overview.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/overview.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
