// The account's newest test key, for the samples in the documentation, until the tab is closed.

const STORED = 'plinth_test_key'

/** Test keys only: they reach nothing but the sandbox. A live key is never stored in a browser. */
export function storeTestKey(key: string | null): void {
  try {
    if (key?.startsWith('pl_test_')) sessionStorage.setItem(STORED, key)
    else if (key === null) sessionStorage.removeItem(STORED)
  } catch {
    // The browser blocks storage: the samples keep the variable's name.
  }
}

export function readTestKey(): string | null {
  try {
    return sessionStorage.getItem(STORED)
  } catch {
    return null
  }
}
