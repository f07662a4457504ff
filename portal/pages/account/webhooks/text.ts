// Text of the webhooks pages: endpoints, deliveries, replay.
import en from '../../../../assets/texts/en/portal/account/webhooks.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/webhooks.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
