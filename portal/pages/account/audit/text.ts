// Text of the account's audit log.
import en from '../../../../assets/texts/en/portal/account/audit.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/audit.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
