// Text of the applications page: OAuth applications and consents.
import en from '../../../../assets/texts/en/portal/account/applications.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/applications.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
