// Text of charts.
import { chooseLanguage } from './choose-language.ts'

export const text = chooseLanguage({ en: { day: 'Day' }, fr: { day: 'Jour' } })
