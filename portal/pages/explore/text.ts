// Text of the explorer.
import en from '../../../assets/texts/en/portal/explore.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/explore.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
