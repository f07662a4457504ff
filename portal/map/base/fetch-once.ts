// Requests a file of the map once for all maps of a page.
const responses = new Map<string, Promise<unknown>>()

/** A request that fails is made again the next time. */
export function fetchOnce<T>(url: string): Promise<T> {
  const found = responses.get(url)
  if (found) return found as Promise<T>
  const requested = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return response.json() as Promise<T>
  })
  responses.set(url, requested)
  requested.catch(() => responses.delete(url))
  return requested
}
