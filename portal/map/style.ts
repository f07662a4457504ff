// The map's layers, from the water up, in the page's colours.
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { MAX_BOUNDS } from './bounds.ts'
import type { Polygon } from './geo.ts'

export type Colour = (token: string) => string

const [WEST, SOUTH, EAST, NORTH] = MAX_BOUNDS

/** Shown as land until the shores have loaded, so that points are never drawn on water. */
const ALL_LAND: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [WEST, SOUTH],
      [EAST, SOUTH],
      [EAST, NORTH],
      [WEST, NORTH],
      [WEST, SOUTH],
    ],
  ],
}

/** Names of local fonts, so that no font files are fetched. */
const FONT = ['sans-serif']
const BOLD = ['Bold']

/** Points cluster up to this zoom level. */
const MAX_CLUSTER_ZOOM = 13
const MIN_LABEL_ZOOM = 14

export const TONES = ['stone', 'good', 'warn', 'bad', 'info'] as const

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

function baseLayers(colour: Colour): LayerSpecification[] {
  const halo = { 'text-halo-color': colour('--land'), 'text-halo-width': 1.4 }
  return [
    { id: 'ocean', type: 'background', paint: { 'background-color': colour('--water') } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour('--land') } },
    { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': colour('--water') } },
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
      paint: { 'text-color': colour('--soft'), 'text-opacity': 0.75, ...halo },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      filter: ['>=', ['get', 'population'], MIN_POPULATION],
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
      paint: { 'text-color': colour('--ink'), ...halo },
    },
  ]
}

/** Matches single points, not clusters. */
export const SINGLE: ExpressionSpecification = ['!', ['has', 'point_count']]

function pointLayers(colour: Colour): LayerSpecification[] {
  const toned = ['match', ['get', 'tone']] as unknown[]
  for (const tone of TONES.slice(1)) toned.push(tone, colour(`--${tone}`))
  const fill = [...toned, colour('--stone')] as unknown as ExpressionSpecification
  const marked: ExpressionSpecification = ['!=', ['get', 'mark'], '']
  const label = { 'text-color': colour('--ink'), 'text-halo-color': colour('--land'), 'text-halo-width': 1.6 }
  const get = (name: string): ExpressionSpecification => ['get', name]
  const markLayout = { 'text-field': get('mark'), 'text-font': BOLD, 'text-allow-overlap': true }
  const labelLayout = { 'text-field': get('label'), 'text-font': FONT, 'text-size': 12 }
  return [
    {
      id: 'clusters',
      type: 'circle',
      source: 'points',
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': colour('--stone'),
        'circle-opacity': 0.88,
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'point_count']], 1, 12, 10, 17, 40, 28, 80, 36],
        'circle-stroke-width': 5,
        'circle-stroke-color': colour('--stone'),
        'circle-stroke-opacity': 0.22,
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'points',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': BOLD,
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colour('--on-stone') },
    },
    {
      id: 'points',
      type: 'circle',
      source: 'points',
      filter: SINGLE,
      paint: {
        'circle-color': fill,
        'circle-radius': ['case', marked, 11, 6.5],
        'circle-stroke-width': 2,
        'circle-stroke-color': colour('--card'),
      },
    },
    {
      id: 'marks',
      type: 'symbol',
      source: 'points',
      filter: ['all', SINGLE, marked],
      layout: { ...markLayout, 'text-size': 12 },
      paint: { 'text-color': colour('--card') },
    },
    {
      id: 'labels',
      type: 'symbol',
      source: 'points',
      filter: SINGLE,
      minzoom: MIN_LABEL_ZOOM,
      layout: { ...labelLayout, 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 1.2 },
      paint: label,
    },
    {
      id: 'highlighted',
      type: 'circle',
      source: 'highlighted',
      paint: {
        'circle-color': fill,
        'circle-radius': ['case', marked, 14, 10],
        'circle-stroke-width': 3,
        'circle-stroke-color': colour('--ink'),
      },
    },
    {
      id: 'highlighted-mark',
      type: 'symbol',
      source: 'highlighted',
      layout: { ...markLayout, 'text-size': 14 },
      paint: { 'text-color': colour('--card') },
    },
    {
      id: 'highlighted-label',
      type: 'symbol',
      source: 'highlighted',
      layout: {
        ...labelLayout,
        'text-size': 13,
        'text-anchor': 'top',
        'text-offset': [0, 1.3],
        'text-allow-overlap': true,
      },
      paint: { ...label, 'text-halo-width': 2.2 },
    },
  ]
}

export function layersOf(colour: Colour): LayerSpecification[] {
  return [...baseLayers(colour), ...pointLayers(colour)]
}

export function styleOf(colour: Colour, cluster: boolean): StyleSpecification {
  const empty = { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } }
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: ALL_LAND },
      lakes: empty,
      borders: empty,
      places: empty,
      provinces: empty,
      points: { ...empty, cluster, clusterRadius: 46, clusterMaxZoom: MAX_CLUSTER_ZOOM },
      highlighted: empty,
    },
    layers: layersOf(colour),
  }
}
