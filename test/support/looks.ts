// Checks a page in light and dark mode and on a phone with axe.
import type { Visit } from './browser.ts'

const LOOKS = [
  ['light', 'light', 1280, 'all'],
  // Dark mode changes only colours.
  ['dark', 'dark', 1280, 'colours'],
  ['phone', 'light', 390, 'all'],
] as const

/** Restores light mode and the wide viewport. */
export async function everyLook({ page, check, picture }: Visit, name: string): Promise<void> {
  // Waits for colour transitions to finish.
  const reducedMotion = 'reduce'
  for (const [look, colorScheme, width, rules] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion })
    await page.setViewportSize({ width, height: 900 })
    await check(rules)
    await picture(`${name}-${look}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion })
  await page.setViewportSize({ width: 1280, height: 900 })
}
