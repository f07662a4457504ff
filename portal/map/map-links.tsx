// Links to a point on other maps. Nothing is requested until someone follows them.
import { text } from './base/map-text.ts'

interface MapLinksProps {
  readonly latitude: number
  readonly longitude: number
}

/** Street level. */
const ZOOM = 18

export const openStreetMapUrl = ({ latitude, longitude }: MapLinksProps): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${ZOOM}/${latitude}/${longitude}`

export const googleMapsUrl = ({ latitude, longitude }: MapLinksProps): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`

export function MapLinks(point: MapLinksProps) {
  return (
    <span class="row quiet">
      <a href={openStreetMapUrl(point)} target="_blank" rel="noopener noreferrer">
        {text.openStreetMap}
      </a>
      <a href={googleMapsUrl(point)} target="_blank" rel="noopener noreferrer">
        {text.googleMaps}
      </a>
    </span>
  )
}
