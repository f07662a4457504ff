// Finds the former name of a street that was renamed after buildings stood on it.
import { readFileSync } from 'node:fs'

interface Renaming {
  readonly city: string
  readonly line: string
  readonly former_line: string
  readonly until: string
}

const FILE = new URL('../../../assets/gazetteer/renamed-streets.json', import.meta.url)
const RENAMINGS: readonly Renaming[] = JSON.parse(readFileSync(FILE, 'utf8'))

export function formerName(city: string, line: string): { line: string; until: string } | null {
  const found = RENAMINGS.find((renaming) => renaming.city === city && renaming.line === line)
  return found ? { line: found.former_line, until: found.until } : null
}
