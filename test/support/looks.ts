// Checks a page in light and dark mode and on a phone with axe.
import { inject } from 'vitest'
import type { Visit } from './browser.ts'

const LOOKS = inject('thorough')
  ? ([
      ['light', 'light', 1280, 'all'],
      ['dark', 'dark', 1280, 'all'],
      ['phone', 'light', 390, 'all'],
      ['dark-phone', 'dark', 390, 'colours'],
    ] as const)
  : ([
      ['light', 'light', 1280, 'all'],
      // Dark mode changes only colours, and a phone only the layout.
      ['dark', 'dark', 1280, 'colours'],
      ['phone', 'light', 390, 'structure'],
    ] as const)

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

/** Another state of a page whose looks are checked: one look, or all in a thorough run. */
export async function oneLook(visit: Visit, name: string): Promise<void> {
  if (inject('thorough')) return everyLook(visit, name)
  await visit.check('all')
  await visit.picture(name)
}
