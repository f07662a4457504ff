// Text of the feeds pages: the list, one feed with its runs, and the wizard.
import en from '../../../../assets/texts/en/portal/account/feeds.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/feeds.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
