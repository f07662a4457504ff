// The base map from vector tiles, in the page's colours. Loaded only if the server has tiles.
import type { Flavor } from '@protomaps/basemaps'
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { Map as Canvas, LayerSpecification } from 'maplibre-gl'
import { addProtocol } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import type { Colour } from './layer-colours.ts'
import { BOLD, FONT } from './layer-colours.ts'
import type { MapTiles } from './map-tiles.ts'
import { STREET_NAMES } from './street-layers.ts'

const SOURCE = 'basemap'
/** Points of interest compete with the buildings; the others need pictures. */
const LEFT_OUT = new Set(['background', 'pois', 'roads_oneway', 'roads_shields', 'address_label'])

let isRegistered = false

function flavorOf(colour: Colour, isDark: boolean): Flavor {
  const [land, water, road, edge, name, area] = ['land', 'water', 'road', 'road-edge', 'street-name', 'area-name'].map(
    (token) => colour(`--${token}`),
  ) as [string, string, string, string, string, string]
  const [park, built, ink] = [colour('--park'), colour('--built'), colour('--ink')]
  const flat = ['hospital', 'industrial', 'school', 'pedestrian', 'glacier', 'sand', 'beach', 'aerodrome', 'military']
  const green = ['park_a', 'park_b', 'wood_a', 'wood_b', 'scrub_a', 'scrub_b', 'zoo']
  const roads = ['other', 'minor_service', 'minor_a', 'minor_b', 'link', 'major', 'highway']
  const bridges = ['other', 'minor', 'link', 'major', 'highway'].map((kind) => `bridges_${kind}`)
  const tunnels = ['other', 'minor', 'link', 'major', 'highway'].map((kind) => `tunnel_${kind}`)
  const casings = Object.keys(namedFlavor('light')).filter((key) => key.includes('casing'))
  const halos = ['roads_label_minor_halo', 'roads_label_major_halo', 'subplace_label_halo', 'city_label_halo']
  const all = (keys: readonly string[], value: string) => Object.fromEntries(keys.map((key) => [key, value]))
  return {
    ...namedFlavor(isDark ? 'dark' : 'light'),
    ...all([...flat, 'earth', ...halos, 'state_label_halo', 'address_label_halo'], land),
    ...all(green, park),
    ...all([...roads, ...bridges, ...tunnels], road),
    ...all([...casings, 'runway', 'pier', 'railway', 'boundaries'], edge),
    ...all(['roads_label_minor', 'roads_label_major', 'state_label', 'country_label', 'ocean_label'], name),
    water,
    buildings: built,
    subplace_label: area,
    city_label: ink,
    regular: FONT.join(','),
    bold: BOLD.join(','),
    italic: FONT.join(','),
  }
}

/** Pictures would have to be fetched; names say the same. */
function withoutPictures(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || layer.layout?.['icon-image'] === undefined) return layer
  const { 'icon-image': _, ...layout } = layer.layout
  return { ...layer, layout }
}

export function basemapLayers(colour: Colour, isDark: boolean): LayerSpecification[] {
  const lang = document.documentElement.lang || 'en'
  return (layers(SOURCE, flavorOf(colour, isDark), { lang }) as LayerSpecification[])
    .filter(({ id }) => !LEFT_OUT.has(id))
    .map(withoutPictures)
}

/** Draws the tiles under our own streets and points. */
export function addBasemap(map: Canvas, tiles: MapTiles, colour: Colour, isDark: boolean): void {
  if (!isRegistered) addProtocol('pmtiles', new Protocol().tile)
  isRegistered = true
  map.addSource(SOURCE, {
    type: 'vector',
    tiles: [`pmtiles://${location.origin}${tiles.url}/{z}/{x}/{y}`],
    bounds: [...tiles.bounds],
    minzoom: tiles.min_zoom,
    maxzoom: tiles.max_zoom,
  })
  for (const layer of basemapLayers(colour, isDark)) map.addLayer(layer, STREET_NAMES)
}
