// GeoJSON types that the map library accepts.
import type { GeoJSONSourceSpecification } from 'maplibre-gl'

type Data = GeoJSONSourceSpecification['data']

export type Features = Extract<Data, { type: 'FeatureCollection' }>
export type Feature = Features['features'][number]
export type Polygon = Extract<Data, { type: 'Polygon' }>
