// Text of the page that loads a file of listings.
import en from '../../../../assets/texts/en/portal/account/load.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/load.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
