// Bounding boxes on the map.
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** The populated part of Canada, shown when a map has no points. */
export const CANADA: Bounds = [-129, 42.5, -57, 58]

/** The edge of the base map. */
export const MAX_BOUNDS: Bounds = [-170, 20, -40, 80]

/** The smallest box around the points, or null without points. */
export function boundsOf(points: readonly { longitude: number; latitude: number }[]): Bounds | null {
  if (points.length === 0) return null
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { longitude, latitude } of points) {
    box[0] = Math.min(box[0], longitude)
    box[1] = Math.min(box[1], latitude)
    box[2] = Math.max(box[2], longitude)
    box[3] = Math.max(box[3], latitude)
  }
  return box
}

/** True if the second box is inside the first. */
export function covers([west, south, east, north]: Bounds, [w, s, e, n]: Bounds): boolean {
  return west <= w && south <= s && east >= e && north >= n
}

export function overlaps([west, south, east, north]: Bounds, [w, s, e, n]: Bounds): boolean {
  return west <= e && east >= w && south <= n && north >= s
}

export function contains([west, south, east, north]: Bounds, point: { longitude: number; latitude: number }): boolean {
  return point.longitude >= west && point.longitude <= east && point.latitude >= south && point.latitude <= north
}

/** The view grown to a grid with cells as large as the view: small moves need no request, and viewers share responses. */
export function gridAround([west, south, east, north]: Bounds): Bounds {
  const cell = 2 ** Math.ceil(Math.log2(Math.max(east - west, 0.01)))
  const down = (degrees: number) => Math.floor(degrees / cell) * cell
  const up = (degrees: number) => Math.ceil(degrees / cell) * cell
  return [down(west), Math.max(down(south), -90), up(east), Math.min(up(north), 90)]
}
