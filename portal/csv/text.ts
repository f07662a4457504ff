// Text of the file field and the column mapper.
import en from '../../assets/texts/en/portal/csv.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/csv.json' with { type: 'json' }
import { chooseLanguage } from '../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
