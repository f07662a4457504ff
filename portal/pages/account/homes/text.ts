// Text of the homes pages: the list and one home.
import en from '../../../../assets/texts/en/portal/account/homes.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/homes.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
