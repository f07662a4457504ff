// Text of the playground for one address.
import en from '../../../assets/texts/en/portal/playground.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/playground.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
