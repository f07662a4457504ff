// Common phrases that sources write in one language only, shown in the page's language.
import phrases from '../../assets/texts/phrases.json' with { type: 'json' }
import { LOCALE, PAGE_LANGUAGE } from './choose-language.ts'

interface Phrase {
  readonly pattern: RegExp
  readonly words: string
}

const NUMBER = '{number}'

/** Written as `8,500` or `8 500`; the spaces of a typographer count as spaces. */
const NUMBER_PATTERN = '(\\d[\\d,]*|\\d{1,3}(?:\\s\\d{3})+)'

function patternOf(phrase: string): RegExp {
  const parts = phrase.split(NUMBER).map((part) => part.replace(/[$.]/g, '\\$&').replaceAll(' ', '\\s'))
  return new RegExp(`^${parts.join(NUMBER_PATTERN)}$`, 'i')
}

const toPage: readonly Phrase[] = (phrases as [en: string, fr: string][]).map(([en, fr]) =>
  PAGE_LANGUAGE === 'fr' ? { pattern: patternOf(en), words: fr } : { pattern: patternOf(fr), words: en },
)

const whole = new Intl.NumberFormat(LOCALE)

/** The phrase in the page's language, or as the source writes it. */
export function phraseInPageLanguage(written: string): string {
  for (const { pattern, words } of toPage) {
    const found = pattern.exec(written)
    if (!found) continue
    const numbers = found.slice(1).map((digits) => whole.format(Number(digits.replace(/\D/g, ''))))
    const translated = words.split(NUMBER).reduce((text, part, i) => text + numbers[i - 1] + part)
    return /^\p{Lu}/u.test(written) ? translated : translated.charAt(0).toLowerCase() + translated.slice(1)
  }
  return written
}
