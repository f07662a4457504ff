// Thousands of invented street names, for generated files.

const FIRST =
  'Alder Amber Ash Aster Birch Bramble Brindle Cedar Clover Copper Dove Elm Ember Fern Finch Flint Fox Garnet Hazel Heron Holly Iris Ivory Jasper Juniper Lark Laurel Linden Maple Marlow Mist Oak Olive Osprey Pine Quill Raven Rowan Sable Tallow Thorn Willow Wren Yarrow'
const SECOND =
  'bank brook croft dale field ford gate glen grove hill hurst land mere mount pool ridge stone vale well wood'
const TYPES: readonly (readonly [english: string, french: string])[] = [
  ['ST', 'RUE'],
  ['AVE', 'AV'],
  ['RD', 'CH'],
  ['CRES', 'CROIS'],
  ['BLVD', 'BOUL'],
]

export interface InventedStreet {
  readonly name: string
  readonly english: string
  readonly french: string
}

export function inventedStreets(): InventedStreet[] {
  const names = FIRST.split(' ').flatMap((first) => SECOND.split(' ').map((second) => first + second))
  return TYPES.flatMap(([english, french]) => names.map((name) => ({ name, english, french })))
}
