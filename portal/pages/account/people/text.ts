// Text of the people page: members, invitations and what each role may do.
import en from '../../../../assets/texts/en/portal/account/people.json' with { type: 'json' }
import fr from '../../../../assets/texts/fr/portal/account/people.json' with { type: 'json' }
import { chooseLanguage } from '../../../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
