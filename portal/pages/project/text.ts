// Text of the project page.
import en from '../../../assets/texts/en/portal/project.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/project.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
