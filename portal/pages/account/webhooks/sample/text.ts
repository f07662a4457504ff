// Text of the form that sends a sample event.
import en from '../../../../../assets/texts/en/portal/account/webhooks/sample.json' with { type: 'json' }
import fr from '../../../../../assets/texts/fr/portal/account/webhooks/sample.json' with { type: 'json' }
import { chooseLanguage } from '../../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
