// Text of the account's frame: tabs, titles and the sign-in prompt.
import en from '../../../assets/texts/en/portal/account.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/account.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
