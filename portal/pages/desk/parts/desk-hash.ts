// What is looked at, behind `#` of the address: it can be shared, and the server never sees it.
export function readHash(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
}

/** Empty values are left out; the browser's history gets no entry for each. */
export function writeHash(values: Readonly<Record<string, string | null | undefined>>): void {
  const kept = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const hash = new URLSearchParams(kept).toString()
  history.replaceState(history.state, '', hash === '' ? location.pathname : `#${hash}`)
}
