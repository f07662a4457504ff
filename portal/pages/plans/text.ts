// Text of the plan page.
import en from '../../../assets/texts/en/portal/plans.json' with { type: 'json' }
import fr from '../../../assets/texts/fr/portal/plans.json' with { type: 'json' }
import { chooseLanguage } from '../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
