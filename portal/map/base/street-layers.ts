// The layers of streets and neighbourhoods, which the API makes from addresses.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Colour } from './layer-colours.ts'
import { FONT, halo } from './layer-colours.ts'

/** Labels are requested from this zoom on: a city fills the view. */
export const MIN_LABELS_ZOOM = 10.5

export const STREET_NAMES = ['street-names', 'short-streets', 'street-points']
export const NEIGHBOURHOODS = 'neighbourhoods'
/** The layers of the tiles that name the same things. */
export const BASEMAP_NAMES = ['places_subplace', 'roads_labels_major', 'roads_labels_minor']

const isKind = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']

/** Where two labels touch, the one with more buildings stays. */
const byCount: ExpressionSpecification = ['-', 0, ['get', 'count']]

export function streetLayers(colour: Colour): LayerSpecification[] {
  const name: ExpressionSpecification = ['get', 'name']
  return [
    {
      id: 'streets',
      type: 'line',
      source: 'labels',
      minzoom: MIN_LABELS_ZOOM,
      filter: ['all', isKind('street'), ['!', isPoint]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colour('--street'),
        'line-width': ['interpolate', ['linear'], ['zoom'], 11, 0.9, 14, 2, 17, 6],
      },
    },
    {
      id: 'street-names',
      type: 'symbol',
      source: 'labels',
      minzoom: 12,
      filter: ['all', isKind('street'), ['!', isPoint]],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': ['interpolate', ['linear'], ['zoom'], 12, 130, 14, 220],
        'symbol-sort-key': byCount,
        'text-field': name,
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 16, 13],
        'text-max-angle': 60,
        'text-padding': 2,
        // Clusters are on the streets, so names are beside them until the clusters end.
        'text-offset': ['interpolate', ['linear'], ['zoom'], 13.6, ['literal', [0, -1.6]], 14.2, ['literal', [0, 0]]],
      },
      paint: { 'text-color': colour('--street-name'), ...halo(colour, 1.6) },
    },
    // A name that is longer than its street on the screen cannot follow it.
    pointNames('short-streets', 12, ['all', isKind('short-street'), ['>', ['get', 'fits_zoom'], ['zoom']]], colour),
    pointNames('street-points', 13, ['all', isKind('street'), isPoint], colour),
    {
      id: NEIGHBOURHOODS,
      type: 'symbol',
      source: 'labels',
      minzoom: MIN_LABELS_ZOOM,
      maxzoom: 16.5,
      filter: isKind('neighbourhood'),
      layout: {
        'symbol-sort-key': byCount,
        'text-field': name,
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 11, 11, 15, 14],
        'text-letter-spacing': 0.06,
        'text-max-width': 7,
        'text-padding': 6,
        // A cluster may be at the middle of the neighbourhood.
        'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
        'text-radial-offset': 1.6,
      },
      paint: { 'text-color': colour('--area-name'), ...halo(colour, 1.8) },
    },
  ]
}

function pointNames(id: string, minzoom: number, filter: ExpressionSpecification, colour: Colour): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source: 'labels',
    minzoom,
    filter,
    layout: {
      'symbol-sort-key': byCount,
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 14, 11],
      'text-max-width': 9,
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.8,
      'text-padding': ['interpolate', ['linear'], ['zoom'], 12, 8, 14, 5],
    },
    paint: { 'text-color': colour('--street-name'), ...halo(colour, 1.6) },
  }
}
