// Text of the shell: sections, pages and controls of the rail.
import en from '../../assets/texts/en/portal/shell.json' with { type: 'json' }
import fr from '../../assets/texts/fr/portal/shell.json' with { type: 'json' }
import { chooseLanguage } from '../language/choose-language.ts'

export const text = chooseLanguage({ en, fr })
