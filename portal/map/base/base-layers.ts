// The layers of our own base map: shores, borders and place names.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { Colour } from './layer-colours.ts'
import { FONT, halo } from './layer-colours.ts'

/** The population a place needs to be labelled, by zoom level. */
const MIN_POPULATION: ExpressionSpecification = [
  'step',
  ['zoom'],
  600_000,
  4.5,
  250_000,
  6,
  90_000,
  7,
  40_000,
  8,
  12_000,
  9,
  4000,
  10,
  0,
]

/** Beyond this population, a label at the middle of the city says nothing about the view. */
const MAX_POPULATION: ExpressionSpecification = ['step', ['zoom'], 1e9, 12.5, 300_000, 14, 50_000]

/** Leaves out names that another layer shows. */
export function placeFilter(except: readonly string[]): FilterSpecification {
  const population: ExpressionSpecification = ['get', 'population']
  return [
    'all',
    ['>=', population, MIN_POPULATION],
    ['<', population, MAX_POPULATION],
    ['!', ['in', ['get', 'name'], ['literal', [...except]]]],
  ]
}

/** The shores are true to a kilometre. Closer than this they would put buildings into the water. */
const SHORES_FADE: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 10, 0, 11, 1]

export function baseLayers(colour: Colour): LayerSpecification[] {
  const readable = halo(colour, 1.4)
  return [
    { id: 'ocean', type: 'background', paint: { 'background-color': colour('--water') } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour('--land') } },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': colour('--water') } },
    {
      id: 'no-shores',
      type: 'background',
      minzoom: 10,
      paint: { 'background-color': colour('--land'), 'background-opacity': SHORES_FADE },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      maxzoom: 10,
      paint: {
        'line-color': colour('--border'),
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.8, 8, 1.8],
        'line-dasharray': [4, 2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 8, 1, 9.5, 0],
      },
    },
    {
      id: 'provinces',
      type: 'symbol',
      source: 'provinces',
      minzoom: 2.4,
      maxzoom: 6.5,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 11,
        'text-letter-spacing': 0.12,
        'text-transform': 'uppercase',
        'text-max-width': 8,
      },
      paint: { 'text-color': colour('--soft'), 'text-opacity': 0.75, ...readable },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      filter: placeFilter([]),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11, 11, 14],
        'symbol-sort-key': ['-', 0, ['get', 'population']],
        'text-max-width': 8,
        'text-padding': 4,
        // Below the place, because a project's point may be at its centre.
        'text-offset': [0, 1.1],
      },
      paint: { 'text-color': colour('--ink'), ...readable },
    },
  ]
}
