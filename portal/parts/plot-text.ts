// Words of plots.
import { chooseLanguage } from './choose-language.ts'

export const text = chooseLanguage({ en: { day: 'Day' } })
