// Words inside a drawing: escaped, and cut into lines that fit. Drawings are pure ASCII.

/** Everything beyond ASCII becomes a numbered entity: such a drawing has as many bytes as characters, and is quick to hash. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"\u0080-\uffff]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Lines of at most `most` characters, broken at spaces. */
export function wrapText(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
