// Text of the coverage page.
import en from '../../../assets/texts/en/portal/coverage.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/coverage.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
