// Tells from its first bytes that a file is no text, and what to do instead. Pure: the portal uses it too.
import type { Language } from '../language.ts'

type Texts = Readonly<Record<Language, string>>
interface FileKind {
  readonly is: Texts
  readonly advice: string
}
/** assets/file-signatures.json. `binary`: files with zero bytes and no known signature. */
export interface FileSignatures {
  readonly kinds: readonly (FileKind & { readonly hex: string; readonly reader?: string })[]
  readonly binary: FileKind
  readonly advice: Readonly<Record<string, Texts>>
}
interface FileStart {
  readonly name: string
  readonly head: Uint8Array
  /** What the caller reads besides text. */
  readonly readable?: readonly ('zip' | 'gzip' | 'binary')[]
  readonly language?: Language
}
/** UTF-16 has zero bytes, too. */
const UTF16 = /^(?:fffe|feff)/

/** `photo.csv is a PNG image. Export the table as CSV and use that file.` Null for text, and for what the caller reads. */
export function wrongFileText(signatures: FileSignatures, start: FileStart): string | null {
  const { name, language = 'en' } = start
  const kind = wrongKind(signatures, start)
  return (
    kind &&
    `${name} ${language === 'fr' ? 'est' : 'is'} ${kind.is[language]}. ${signatures.advice[kind.advice]![language]}`
  )
}

function wrongKind({ kinds, binary }: FileSignatures, { head, readable = [] }: FileStart): FileKind | null {
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const found = kinds.find((kind) => hex.startsWith(kind.hex))
  if (found) return readable.some((reader) => reader === found.reader) ? null : found
  return head.includes(0) && !readable.includes('binary') && !UTF16.test(hex) ? binary : null
}
