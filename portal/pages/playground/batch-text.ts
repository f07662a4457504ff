// Text of the playground for many addresses.
import en from '../../../assets/texts/en/portal/playground/batch.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/playground/batch.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
