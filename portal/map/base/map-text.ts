// Text on and around the map.
import en from '../../../assets/texts/en/portal/map.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/map.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
