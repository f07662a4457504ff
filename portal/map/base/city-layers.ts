// The layers of cities that ship with the map: water, neighbourhoods, railways, streets by class and their names.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Colour } from './layer-colours.ts'
import { FONT, halo } from './layer-colours.ts'
import { areaNames } from './street-layers.ts'

/** Pixels at zoom 10, 14 and 18, and the zoom from which names are shown. The widest are drawn last. */
const STREETS = {
  local: [0, 1.4, 11, 15],
  collector: [0, 2.2, 14, 14.5],
  ramp: [0.3, 1.4, 9, 25],
  minor: [0.4, 2.8, 16, 13.5],
  major: [0.8, 3.8, 20, 12],
  expressway: [1.6, 4.6, 22, 11.5],
} as const

const kind: ExpressionSpecification = ['get', 'kind']
const is = (...kinds: string[]): ExpressionSpecification => ['in', kind, ['literal', kinds]]
const isStreet = is(...Object.keys(STREETS))

/** A value for each class of streets: its position among the others, or a column of the table. */
function byClass(numberOf: (row: readonly number[], rank: number) => number): ExpressionSpecification {
  const cases = Object.entries(STREETS).flatMap(([name, row], rank) => [name, numberOf(row, rank)])
  return ['match', kind, ...cases, 0] as unknown as ExpressionSpecification
}

const widths = (more: number): ExpressionSpecification =>
  [
    'interpolate',
    ['exponential', 1.6],
    ['zoom'],
    ...[10, 14, 18].flatMap((zoom, i) => [zoom, byClass((row) => row[i]! + (row[i]! > 0 ? more : 0))]),
  ] as unknown as ExpressionSpecification

export function cityLayers(colour: Colour): LayerSpecification[] {
  const city = { source: 'city', minzoom: 10 } as const
  const lines = { ...city, type: 'line', layout: { 'line-cap': 'round', 'line-join': 'round' } } as const
  const streets = {
    ...lines,
    filter: isStreet,
    layout: { ...lines.layout, 'line-sort-key': byClass((_, rank) => rank) },
  }
  const name: ExpressionSpecification = ['get', 'name']
  return [
    {
      ...city,
      id: 'areas',
      type: 'fill',
      filter: is('area'),
      paint: { 'fill-color': colour('--area'), 'fill-outline-color': colour('--road-edge') },
    },
    { ...city, id: 'city-lake', type: 'fill', filter: is('lake'), paint: { 'fill-color': colour('--water') } },
    { ...city, id: 'city-islands', type: 'fill', filter: is('island'), paint: { 'fill-color': colour('--land') } },
    { ...city, id: 'city-ponds', type: 'fill', filter: is('pond'), paint: { 'fill-color': colour('--water') } },
    {
      ...lines,
      id: 'city-rivers',
      filter: is('river', 'creek'),
      paint: {
        'line-color': colour('--water'),
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          10,
          1,
          13,
          ['match', kind, 'river', 2.6, 1.4],
          18,
          ['match', kind, 'river', 14, 5],
        ],
      },
    },
    {
      ...lines,
      id: 'railways',
      filter: is('rail'),
      minzoom: 11.5,
      paint: {
        'line-color': colour('--border'),
        'line-width': ['interpolate', ['linear'], ['zoom'], 11, 0.6, 17, 2],
        'line-dasharray': [6, 3],
      },
    },
    { ...streets, id: 'city-street-edges', paint: { 'line-color': colour('--road-edge'), 'line-width': widths(1.2) } },
    {
      ...streets,
      id: 'city-streets',
      paint: {
        'line-color': ['match', kind, 'expressway', colour('--street'), colour('--road')],
        'line-width': widths(0),
      },
    },
    {
      ...city,
      id: 'city-street-names',
      type: 'symbol',
      filter: ['all', isStreet, ['>=', ['zoom'], byClass((row) => row[3]!)]],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'symbol-sort-key': byClass((_, rank) => -rank),
        'text-field': name,
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 16, 13],
        'text-max-angle': 35,
        'text-padding': 4,
      },
      paint: { 'text-color': colour('--street-name'), ...halo(colour, 1.6) },
    },
    {
      ...city,
      id: 'city-river-names',
      type: 'symbol',
      filter: is('river', 'creek'),
      minzoom: 13,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': name,
        'text-font': FONT,
        'text-size': 11,
        'text-max-angle': 35,
      },
      paint: { 'text-color': colour('--soft'), ...halo(colour, 1.4) },
    },
    areaNames('area-names', 'city', is('area-name'), colour),
  ]
}
