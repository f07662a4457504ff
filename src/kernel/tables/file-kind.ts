// Tells from its first bytes that a file is no text, and what to do instead. Pure: the portal uses it too.
import signatures from '../../../assets/file-signatures.json' with { type: 'json' }
import type { Language } from '../language.ts'

/** `binary`: files with zero bytes and no known signature. */
type Reader = 'zip' | 'gzip' | 'binary'
interface FileKind {
  readonly is: Readonly<Record<Language, string>>
  readonly advice: string
}
const KINDS: readonly (FileKind & { hex: string; reader?: string })[] = signatures.kinds
/** UTF-16 has zero bytes, too. */
const UTF16 = /^(?:fffe|feff)/

/** Null for text, and for what the caller can read. */
export function wrongKind(head: Uint8Array, readable: readonly Reader[]): FileKind | null {
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const found = KINDS.find((kind) => hex.startsWith(kind.hex))
  if (found) return readable.some((reader) => reader === found.reader) ? null : found
  return head.includes(0) && !readable.includes('binary') && !UTF16.test(hex) ? signatures.binary : null
}

/** `photo.csv is a PNG image. Export the table as CSV and use that file.` */
export function wrongKindText(name: string, { is, advice }: FileKind, language: Language = 'en'): string {
  const texts: Readonly<Record<string, Readonly<Record<Language, string>>>> = signatures.advice
  return `${name} ${language === 'fr' ? 'est' : 'is'} ${is[language]}. ${texts[advice]![language]}`
}
