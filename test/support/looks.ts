// A page as people see it: light, dark, and on a phone; each looked at by axe, and kept as a picture when asked.
import type { Visit } from './browser.ts'

const LOOKS = [
  ['light', 'light', 1280],
  ['dark', 'dark', 1280],
  ['phone', 'light', 390],
] as const

/** Leaves the page light and wide, as it began. */
export async function everyLook({ page, check, picture }: Visit, name: string): Promise<void> {
  // Colours that are still on their way from light to dark are nobody's.
  const reducedMotion = 'reduce'
  for (const [look, colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion })
    await page.setViewportSize({ width, height: 900 })
    await check()
    await picture(`${name}-${look}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion })
  await page.setViewportSize({ width: 1280, height: 900 })
}
