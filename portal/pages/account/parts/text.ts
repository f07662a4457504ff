// Text shared by several account pages: scopes, dates, prices.
import en from '../../../../assets/texts/en/portal/account/parts.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/parts.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
