// Checks a page in light and dark mode and on a phone with axe.
import { inject } from 'vitest'
import type { Checked, Visit } from './browser.ts'

type Look = readonly [name: string, colorScheme: 'light' | 'dark', width: number, checked: Checked]

const LOOKS: readonly Look[] = inject('thorough')
  ? [
      ['light', 'light', 1280, 'all'],
      ['dark', 'dark', 1280, 'all'],
      ['phone', 'light', 390, 'all'],
      ['dark-phone', 'dark', 390, 'all'],
    ]
  : [
      ['light', 'light', 1280, 'all'],
      ['dark', 'dark', 1280, 'colours'],
      ['phone', 'light', 390, 'layout'],
    ]

/** Restores light mode and the wide viewport. */
export async function everyLook({ page, check, picture }: Visit, name: string): Promise<void> {
  // Waits for colour transitions to finish.
  const reducedMotion = 'reduce'
  for (const [look, colorScheme, width, checked] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion })
    await page.setViewportSize({ width, height: 900 })
    await check(checked)
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
