// Text of the security page: password, session and deleting the account.
import en from '../../../../assets/texts/en/portal/account/security.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/security.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
