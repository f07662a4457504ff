// Text of the building page.
import en from '../../../assets/texts/en/portal/building.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/building.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
