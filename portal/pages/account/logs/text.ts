// Text of the request log.
import en from '../../../../assets/texts/en/portal/account/logs.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/logs.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
