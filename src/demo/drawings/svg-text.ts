// Escapes and wraps text for drawings, which are pure ASCII.

/** Non-ASCII characters become numeric entities, so that characters equal bytes and hashing is fast. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"\u0080-\uffff]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Wraps text at spaces. */
export function wrapText(text: string, maxLength: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= maxLength) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
