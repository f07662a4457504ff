// Counts the edits between two words.

const MAX_LENGTH = 64
const rows = [new Uint8Array(MAX_LENGTH + 1), new Uint8Array(MAX_LENGTH + 1), new Uint8Array(MAX_LENGTH + 1)]

/** Counts edits (insert, delete, replace, swap of neighbours) up to `limit`; returns `limit + 1` for more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > MAX_LENGTH || b.length > MAX_LENGTH) return limit + 1
  // names that are compared have most letters in common, at the start and at the end
  let start = 0
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let [aLength, bLength] = [a.length - start, b.length - start]
  while (aLength > 0 && bLength > 0 && a.charCodeAt(start + aLength - 1) === b.charCodeAt(start + bLength - 1)) {
    aLength--
    bLength--
  }
  if (aLength === 0 || bLength === 0) return aLength + bLength
  return distanceFrom(a, b, start, aLength, bLength, limit)
}

/** The distance of `aLength` and `bLength` letters from `start`. */
function distanceFrom(a: string, b: string, start: number, aLength: number, bLength: number, limit: number): number {
  let before = rows[0] as Uint8Array
  let above = rows[1] as Uint8Array
  let row = rows[2] as Uint8Array
  for (let j = 0; j <= bLength; j++) above[j] = j
  for (let i = 1; i <= aLength; i++) {
    row[0] = i
    let best = i
    const from = Math.max(1, i - limit)
    const to = Math.min(bLength, i + limit)
    if (from > 1) row[from - 1] = limit + 1
    const c = a.charCodeAt(start + i - 1)
    for (let j = from; j <= to; j++) {
      const same = c === b.charCodeAt(start + j - 1)
      const up = j === i + limit ? limit + 1 : (above[j] as number) + 1
      let cost = Math.min((above[j - 1] as number) + (same ? 0 : 1), up, (row[j - 1] as number) + 1)
      if (
        i > 1 &&
        j > 1 &&
        !same &&
        c === b.charCodeAt(start + j - 2) &&
        a.charCodeAt(start + i - 2) === b.charCodeAt(start + j - 1)
      )
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row[j] = cost
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    const oldest = before
    before = above
    above = row
    row = oldest
  }
  return Math.min(above[bLength] as number, limit + 1)
}
