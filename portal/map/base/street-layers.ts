// The names of streets and neighbourhoods, which the API makes from addresses.
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import type { Colour } from './layer-colours.ts'
import { FONT, halo } from './layer-colours.ts'

/** Labels are requested from this zoom on: a city fills the view. */
export const MIN_LABELS_ZOOM = 10.5

export const STREET_NAMES = 'street-names'
export const NEIGHBOURHOODS = 'neighbourhoods'
export const CITY_NAMES = ['city-street-names', 'area-names']
/** The layers of the tiles that name the same things. */
export const BASEMAP_NAMES = ['places_subplace', 'roads_labels_major', 'roads_labels_minor']

const isKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]
const name: ExpressionSpecification = ['get', 'name']

/** Where two labels touch, the one with more buildings stays. */
const byCount: ExpressionSpecification = ['-', 0, ['coalesce', ['get', 'count'], 0]]

/** A label of each kind, at a point. What is not drawn has no line. */
export function streetLayers(colour: Colour): LayerSpecification[] {
  return [
    {
      id: STREET_NAMES,
      type: 'symbol',
      source: 'labels',
      minzoom: 13,
      filter: isKind('street'),
      layout: {
        'symbol-sort-key': byCount,
        'text-field': name,
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 14, 11],
        'text-max-width': 9,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.8,
        'text-padding': ['interpolate', ['linear'], ['zoom'], 12, 8, 14, 5],
      },
      paint: { 'text-color': colour('--street-name'), ...halo(colour, 1.6) },
    },
    areaNames(NEIGHBOURHOODS, 'labels', isKind('neighbourhood'), colour),
  ]
}

/** Names of neighbourhoods, of our data or of a city. */
export function areaNames(
  id: string,
  source: string,
  filter: FilterSpecification,
  colour: Colour,
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    minzoom: 11.5,
    maxzoom: 16.5,
    filter,
    layout: {
      'symbol-sort-key': byCount,
      'text-field': name,
      'text-font': FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 10.5, 15, 14],
      'text-letter-spacing': 0.06,
      'text-max-width': 7,
      'text-padding': 6,
      // A cluster may be at the middle of the neighbourhood.
      'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
      'text-radial-offset': 1.6,
    },
    paint: { 'text-color': colour('--area-name'), ...halo(colour, 1.8) },
  }
}
