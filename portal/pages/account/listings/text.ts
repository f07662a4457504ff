// Text of the listings pages: the list, one listing, review and duplicates.
import en from '../../../../assets/texts/en/portal/account/listings.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/listings.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
