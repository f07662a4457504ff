// A point on the map.
export interface MapPoint {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  /** Shown next to the point if there is room, and announced by screen readers. */
  readonly label: string
  /** A letter or number on the point, matching the list next to the map. */
  readonly mark?: string
  readonly tone?: 'stone' | 'good' | 'warn' | 'bad' | 'info'
}
