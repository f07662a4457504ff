// Fixes names in capitals. Other names keep their spelling. Pure.

const FRENCH_SMALL = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'à', 'au', 'aux', 'et', 'sur', 'd', 'l'])
const ENGLISH_SMALL = new Set(['of', 'on', 'and'])

export function writtenName(name: string, isUppercase: boolean, isFrench: boolean): string {
  const tidy = name.replace(/\s+/g, ' ').trim()
  return isUppercase ? titleCase(tidy, isFrench) : tidy
}

/** `MCCOWAN` → McCowan, `O'CONNOR` → O'Connor, `SAINTE-CATHERINE` → Sainte-Catherine, `16TH` → 16th. */
export function titleCase(text: string, isFrench = false): string {
  const small = isFrench ? FRENCH_SMALL : ENGLISH_SMALL
  let first = true
  return text.toLowerCase().replace(/[\p{L}\p{N}]+/gu, (word, at: number, whole: string) => {
    const opens = first && !isFrench
    first = false
    // `King's` keeps a small s after the apostrophe, but `O'Connor` has a capital.
    if (word === 's' && /['’]$/.test(whole.slice(0, at))) return word
    if (small.has(word) && !opens) return word
    if (/^\d/.test(word)) return word
    const mac = /^(mc)(\p{L}.+)$/u.exec(word)
    if (mac) return `Mc${mac[2]![0]!.toUpperCase()}${mac[2]!.slice(1)}`
    return word[0]!.toUpperCase() + word.slice(1)
  })
}

/** `NORTH YORK` → North York. Short names such as `DNA3` and `X2` may be intended. */
export function fixCapitals(text: string): string {
  const tidy = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return tidy.length > 4 && tidy === tidy.toUpperCase() && /\p{L}{4}/u.test(tidy) ? titleCase(tidy) : tidy
}
