// Points on the map.
export interface MapPoint {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  /** Shown next to the point if there is room, and announced by screen readers. */
  readonly label: string
  /** A letter or number on the point, matching the list next to the map. */
  readonly mark?: string
  /** More than one: a cluster, which opens instead of being selected. */
  readonly count?: number
  readonly tone?: 'stone' | 'good' | 'warn' | 'bad' | 'info'
}

export const letterOf = (index: number) => String.fromCharCode(65 + (index % 26))

interface Place {
  readonly latitude: number | null
  readonly longitude: number | null
}

/** The places that have coordinates; the id of a point is the position of its place. */
export function pointsOf<P extends Place>(
  places: readonly P[],
  describe: (place: P, index: number) => Pick<MapPoint, 'label' | 'mark' | 'tone'>,
): MapPoint[] {
  return places.flatMap((place, id) => {
    const { latitude, longitude } = place
    return latitude === null || longitude === null ? [] : [{ id, latitude, longitude, ...describe(place, id) }]
  })
}
