// Text of the page of uploaded files.
import en from '../../../../assets/texts/en/portal/account/files.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/files.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
