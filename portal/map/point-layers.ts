// The layers of points and clusters, on top of everything else.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Colour } from './base/layer-colours.ts'
import { BOLD, FONT } from './base/layer-colours.ts'

const MIN_LABEL_ZOOM = 14

export const TONES = ['stone', 'good', 'warn', 'bad', 'info'] as const

const count: ExpressionSpecification = ['get', 'count']
/** Matches single points, not clusters. */
export const SINGLE: ExpressionSpecification = ['==', count, 1]
const CLUSTER: ExpressionSpecification = ['>', count, 1]

export function pointLayers(colour: Colour): LayerSpecification[] {
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
      filter: CLUSTER,
      paint: {
        'circle-color': colour('--stone'),
        'circle-opacity': 0.88,
        'circle-radius': ['interpolate', ['linear'], ['sqrt', count], 1, 12, 10, 17, 40, 28, 80, 36],
        'circle-stroke-width': 5,
        'circle-stroke-color': colour('--stone'),
        'circle-stroke-opacity': 0.22,
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'points',
      filter: CLUSTER,
      layout: {
        'text-field': ['number-format', count, { locale: document.documentElement.lang }],
        'text-font': BOLD,
        'text-size': 12,
        'text-allow-overlap': true,
        // About the circle's radius, so that other labels stay off it.
        'text-padding': 7,
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
