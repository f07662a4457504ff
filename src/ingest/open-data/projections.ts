// Converts projected coordinates of Canadian sources to longitude and latitude.
import proj4 from 'proj4'

export interface LatLng {
  readonly latitude: number
  readonly longitude: number
}

/** EPSG:3347, NAD83 / Statistics Canada Lambert: metres over the whole country. */
const STATCAN_LAMBERT =
  '+proj=lcc +lat_1=49 +lat_2=77 +lat_0=63.390675 +lon_0=-91.86666666666666 +x_0=6200000 +y_0=3000000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs'

/**
 * EPSG:2952, NAD83(CSRS) / MTM zone 10: the system of the City of Toronto's development applications. Older files of the city are
 * on NAD27, but the application for 1001 Sheppard Ave E (314865.906, 4847691.211) is on Sheppard Avenue only with NAD83. With
 * NAD27 it would be 220 m north of it.
 */
const TORONTO_MTM10 =
  '+proj=tmerc +lat_0=0 +lon_0=-79.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs'

const WGS84 = '+proj=longlat +ellps=WGS84 +towgs84=0,0,0,0,0,0,0 +no_defs'

const statcanLambert = proj4(STATCAN_LAMBERT, WGS84)
const torontoMtm10 = proj4(TORONTO_MTM10, WGS84)

export const fromStatcanLambert = (x: number, y: number): LatLng => toLatLng(statcanLambert.forward([x, y]))
export const toStatcanLambert = (longitude: number, latitude: number): [x: number, y: number] =>
  statcanLambert.inverse([longitude, latitude]) as [number, number]
export const fromTorontoMtm10 = (x: number, y: number): LatLng => toLatLng(torontoMtm10.forward([x, y]))

/** By its EPSG code; null for an unknown one. `269nn` and `326nn` are UTM zones, which differ by less than two metres. */
export function fromNamedSystem(srs: string): ((x: number, y: number) => LatLng) | null {
  const code = /^EPSG:(\d{4,5})$/i.exec(srs)?.[1] ?? ''
  const zone = /^(?:269|326)(0[7-9]|1\d|2[0-2])$/.exec(code)?.[1]
  if (code === '3347') return fromStatcanLambert
  if (code === '2952') return fromTorontoMtm10
  if (!zone && code !== '3857') return code === '4326' || code === '4269' ? (x, y) => toLatLng([x, y]) : null
  const system = proj4(zone ? `+proj=utm +zone=${zone} +ellps=GRS80 +units=m +no_defs` : 'EPSG:3857', WGS84)
  return (x, y) => toLatLng(system.forward([x, y]))
}

/** Six decimals are 0.1 m. */
function toLatLng([longitude, latitude]: readonly number[]): LatLng {
  return { latitude: round(latitude!), longitude: round(longitude!) }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Canada with its waters, so that a point outside is an error and not a border case. */
export function isInCanada({ latitude, longitude }: LatLng): boolean {
  return latitude >= 41.6 && latitude <= 83.2 && longitude >= -141.1 && longitude <= -52.5
}
