// Writes CSV rows (RFC 4180) that spreadsheets don't run as formulas.

const FORMULA = /^[=+\-@\t\r]/

/** An apostrophe keeps a spreadsheet from running text as a formula. Numbers are safe as they are. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
