// What was last opened from the palette, until the tab is closed or the person signs out.
import type { Entry } from './palette-sources.ts'

const STORED = 'plinth_recent'
const MAX_ENTRIES = 6

export function readRecent(): readonly Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Entry[]
  } catch {
    return []
  }
}

export function storeRecent(opened: Entry): void {
  const others = readRecent().filter(({ href }) => href !== opened.href)
  try {
    sessionStorage.setItem(STORED, JSON.stringify([opened, ...others].slice(0, MAX_ENTRIES)))
  } catch {
    // The browser blocks storage.
  }
}
