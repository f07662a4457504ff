// Text of the notification settings.
import en from '../../../../assets/texts/en/portal/account/notifications.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/notifications.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
