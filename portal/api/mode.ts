// Whether a signed-in person works with live or test data, until the tab is closed.

const STORED = 'plinth_mode'

export type Mode = 'live' | 'test'

/** Also without storage, for as long as the page is open. */
let isTest = readMode()

function readMode(): boolean {
  try {
    return sessionStorage.getItem(STORED) === 'test'
  } catch {
    return false
  }
}

export const isTestMode = (): boolean => isTest

export function setMode(mode: Mode): void {
  isTest = mode === 'test'
  try {
    if (isTest) sessionStorage.setItem(STORED, mode)
    else sessionStorage.removeItem(STORED)
  } catch {
    // The browser blocks storage.
  }
}
