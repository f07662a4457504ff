// Rows as CSV (RFC 4180) for spreadsheets, with text that one of them would run as a formula made harmless.

const FORMULA = /^[=+\-@\t\r]/

/** Text from elsewhere is kept text by an apostrophe; numbers of ours stay numbers. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
