// Text about plans, shared by the plan page and the account pages.
import en from '../../assets/texts/en/portal/plan.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/plan.json' with { type: 'json' }
import { chooseLanguage } from './choose-language.ts'

export const text = chooseLanguage({ en, fr })
