// Draws building exteriors in the style of their decade.

import type { Drawing, DrawingInput } from './origin.ts'
import type { Facade } from './palette.ts'
import { facadeOf } from './palette.ts'
import type { Random } from './random.ts'
import { randomStream } from './random.ts'

const WIDTH = 1200
const HEIGHT = 800
const GROUND = 690
const r = Math.round
const t = (value: number) => Math.round(value * 10) / 10

export function drawExterior(input: DrawingInput): Drawing {
  const random = randomStream(input.number('s'), 'exterior')
  const isDusk = input.text('sky') === 'dusk'
  const facade = facadeOf(input.text('m'), random)
  const body = input.number('t') === 0 ? townhouses(random, facade, isDusk) : towers(input, random, facade, isDusk)
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${sky(isDusk)}${skyline(random, isDusk)}${body}${street(random, isDusk)}${isDusk ? '<path d="M0 0h1200v800H0z" fill="#1d1b3a" opacity=".16"/>' : ''}</svg>`,
    width: WIDTH,
    height: HEIGHT,
  }
}

function sky(isDusk: boolean): string {
  const stops = isDusk
    ? '<stop stop-color="#2b3a63"/><stop offset=".55" stop-color="#a86f7d"/><stop offset="1" stop-color="#f0b27a"/>'
    : '<stop stop-color="#7fb0d8"/><stop offset=".7" stop-color="#cfe3ee"/><stop offset="1" stop-color="#f0efe6"/>'
  const clouds = isDusk
    ? ''
    : '<path d="M150 170q30-40 80-20 40-40 90 0 50-10 60 30H140q-10-10 10-10zM880 110q25-30 65-15 35-30 75 0 40-5 45 25H868q0-10 12-10z" fill="#fff" opacity=".7"/>'
  return `<defs><linearGradient id="s" x2="0" y2="1">${stops}</linearGradient></defs><path d="M0 0h1200v800H0z" fill="url(#s)"/>${clouds}`
}

function skyline(random: Random, isDusk: boolean): string {
  let path = `M0 ${GROUND}`
  let x = 0
  while (x < WIDTH) {
    const width = random.int(40, 110)
    path += `V${GROUND - random.int(50, 190)}h${width}`
    x += width
  }
  return `<path d="${path}V${GROUND}z" fill="${isDusk ? '#5a4a68' : '#a9bccb'}" opacity=".45"/>`
}

function towers(input: DrawingInput, random: Random, facade: Facade, isDusk: boolean): string {
  const year = input.number('y')
  const storeys = Math.max(2, input.number('n'))
  const count = Math.max(1, Math.min(3, input.number('t')))
  const isModern = year >= 1998
  const hasPodium = storeys > 8 && isModern
  const storeyHeight = Math.min(30, 590 / (storeys + 3))
  const span = storeys <= 10 ? Math.min(760, 320 + random.int(0, 180)) : Math.min(300, 190 + random.int(0, 60))
  const gap = count === 1 ? 0 : 36
  const each = count > 1 ? Math.min(span, 300) : span
  const total = each * count + gap * (count - 1)
  const left = (WIDTH - total) / 2 + (count === 1 ? random.int(-90, 90) : 0)
  let svg = ''
  const podium = hasPodium ? random.int(3, 5) : 0
  for (let tower = 0; tower < count; tower++) {
    const floors = Math.max(5, storeys - (tower === 0 ? 0 : random.int(2, Math.max(3, Math.floor(storeys / 4)))))
    svg += slab(random, facade, isDusk, {
      x: left + tower * (each + gap),
      width: each,
      floors: storeys < 5 ? storeys : floors,
      storeyHeight,
      year,
      podium,
    })
  }
  if (hasPodium) svg += podiumBlock(random, facade, isDusk, left - 70, total + 140, podium * storeyHeight)
  return svg + entrance(facade, isDusk, left + each / 2)
}

type Slab = { x: number; width: number; floors: number; storeyHeight: number; year: number; podium: number }

function slab(
  random: Random,
  facade: Facade,
  isDusk: boolean,
  { x, width, floors, storeyHeight: high, year, podium }: Slab,
): string {
  const top = GROUND - floors * high
  const bays = Math.max(3, r(width / (year < 1985 ? 46 : 34)))
  const bay = width / bays
  let svg = `<path d="M${r(x)} ${r(top)}h${r(width)}V${GROUND}h${r(-width)}z" fill="${facade.wall}"/>`
  // A shaded side gives the block depth.
  svg += `<path d="M${r(x + width)} ${r(top)}l34 18V${GROUND}h-34z" fill="${facade.shade}"/>`
  const isCurtain = year >= 2000 && facade.glass > '#a'
  const pane = isCurtain ? bay * 0.9 : bay * 0.6
  const inset = (bay - pane) / 2
  const balconyBay = random.int(0, 2)
  const lowest = podium > 0 ? podium : 1
  const litShare = floors * bays > 260 ? 0.14 : 0.3
  let lit = ''
  let wandering = ''
  for (let floor = lowest; floor < floors; floor++) {
    const y = GROUND - (floor + 1) * high
    for (let at = 0; isDusk && at < bays; at++) {
      if (random.chance(litShare))
        lit += `M${r(x + at * bay + inset)} ${r(y + high * 0.18)}h${r(pane)}v${r(high * 0.62)}h${r(-pane)}z`
    }
    if (year >= 2012) wandering += wanderingBalcony(x, y, bay, bays, high, balconyBay, floor)
  }
  const name = `w${r(x)}`
  const thick = Math.max(1.6, Math.min(4, r(high * 0.2)))
  const cell = `M${t(inset)} ${t(high * 0.18)}h${t(pane)}v${t(high * 0.62)}h${t(-pane)}z`
  const stacked = year < 2012 ? stackedBalconies(width, bay, high, year, balconyBay) : ''
  svg += `<defs><pattern id="${name}" x="${r(x)}" y="${t(top)}" width="${t(bay)}" height="${t(high)}" patternUnits="userSpaceOnUse"><path d="${cell}" fill="${facade.glass}"/></pattern>`
  svg += `<pattern id="${name}b" x="${r(x) - 6}" y="${t(top)}" width="${r(width) + 30}" height="${t(high)}" patternUnits="userSpaceOnUse"><path d="${stacked}M${r(width) + 4} ${t(high * 0.9)}h20" stroke="${facade.trim}" stroke-width="${thick}"/></pattern></defs>`
  const bottom = r(GROUND - lowest * high)
  svg += `<path d="M${r(x)} ${r(top)}h${r(width)}V${bottom}h${r(-width)}z" fill="url(#${name})"/>`
  if (lit) svg += `<path d="${lit}" fill="#ffd98a"/>`
  svg += `<path d="M${r(x) - 6} ${r(top)}h${r(width) + 30}V${bottom}h${-r(width) - 30}z" fill="url(#${name}b)"/>`
  if (wandering) svg += `<path d="${wandering}" stroke="${facade.trim}" stroke-width="${thick}"/>`
  return svg + crown(random, facade, x, top, width, year)
}

/** Balconies: full width until the 1980s, stacked in bays later. */
function stackedBalconies(width: number, bay: number, high: number, year: number, first: number): string {
  const base = t(high * 0.9)
  if (year < 1985) return `M2 ${base}h${r(width + 8)}`
  const wide = bay * (year < 2000 ? 1.4 : 2)
  return `M${r(6 + bay * first)} ${base}h${r(wide)}M${r(6 + width - bay * first - wide)} ${base}h${r(wide)}`
}

/** Recent balconies shift from floor to floor. */
function wanderingBalcony(
  x: number,
  y: number,
  bay: number,
  bays: number,
  high: number,
  first: number,
  floor: number,
): string {
  const at = Math.min((floor * 7 + first) % Math.max(1, bays - 2), bays - 2.6)
  return `M${r(x + bay * at)} ${r(y + high * 0.95)}h${r(bay * 2.6)}`
}

function crown(random: Random, facade: Facade, x: number, top: number, width: number, year: number): string {
  const box = width * 0.4
  const bx = x + width * (0.25 + random.next() * 0.2)
  if (year < 1988) return `<path d="M${r(bx)} ${r(top)}v-16h${r(box)}v16z" fill="${facade.shade}"/>`
  if (year < 2000)
    return `<path d="M${r(x + width * 0.2)} ${r(top)}l${r(width * 0.3)}-34 ${r(width * 0.3)} 34z" fill="#5f7d74"/>`
  return `<path d="M${r(bx)} ${r(top)}v-26h${r(box)}v26z" fill="${facade.trim}"/><path d="M${r(x - 4)} ${r(top)}h${r(width + 8)}" stroke="${facade.trim}" stroke-width="5"/>`
}

function podiumBlock(
  random: Random,
  facade: Facade,
  isDusk: boolean,
  x: number,
  width: number,
  height: number,
): string {
  const top = GROUND - height
  const shops = r(width / 62)
  const step = width / shops
  let glass = ''
  for (let at = 0; at < shops; at++)
    glass += `M${r(x + at * step + 5)} ${GROUND - 34}h${r(step - 10)}V${GROUND}h${r(10 - step)}z`
  let upper = ''
  for (let y = top + 10; y < GROUND - 52; y += 24)
    for (let at = 0; at < shops; at++) upper += `M${r(x + at * step + 12)} ${r(y)}h${r(step - 24)}v14h${r(24 - step)}z`
  const trees = Array.from(
    { length: 5 },
    () => `<circle cx="${r(x + 20 + random.next() * (width - 40))}" cy="${r(top - 5)}" r="10" fill="#6d8a5a"/>`,
  ).join('')
  return `${trees}<path d="M${r(x)} ${r(top)}h${r(width)}V${GROUND}h${r(-width)}z" fill="${facade.shade}"/><path d="${upper}" fill="${facade.glass}"/><path d="${glass}" fill="${isDusk ? '#ffe2a3' : '#dfe9ec'}"/><path d="M${r(x)} ${GROUND - 38}h${r(width)}" stroke="${facade.trim}" stroke-width="5"/>`
}

function entrance(facade: Facade, isDusk: boolean, x: number): string {
  return `<path d="M${r(x - 30)} ${GROUND}v-36h60v36z" fill="${isDusk ? '#fff0c4' : '#f4f7f7'}"/><path d="M${r(x - 44)} ${GROUND - 40}h88" stroke="${facade.trim}" stroke-width="7"/><path d="M${r(x)} ${GROUND}v-36" stroke="${facade.shade}" stroke-width="2"/>`
}

function townhouses(random: Random, facade: Facade, isDusk: boolean): string {
  const count = 6
  const width = 165
  const left = (WIDTH - count * width) / 2
  let svg = ''
  for (let at = 0; at < count; at++) {
    const x = left + at * width
    const top = GROUND - 250 - (at % 2) * 14
    const gable = at % 2 === 0
    svg += `<path d="M${x} ${top}h${width - 4}V${GROUND}h${4 - width}z" fill="${at % 2 ? facade.shade : facade.wall}"/>`
    svg += gable
      ? `<path d="M${x - 6} ${top}l${width / 2 + 4}-58 ${width / 2 + 4} 58z" fill="#4a4f55"/>`
      : `<path d="M${x - 2} ${top - 12}h${width}v14h${-width}z" fill="${facade.trim}"/>`
    let panes = ''
    for (const y of [top + 26, top + 104]) for (const dx of [22, 92]) panes += `M${x + dx} ${y}h46v54h-46z`
    svg += `<path d="${panes}" fill="${isDusk && random.chance(0.6) ? '#ffd98a' : facade.glass}" stroke="${facade.trim}" stroke-width="4"/>`
    svg += `<path d="M${x + 24} ${GROUND}v-72h36v72z" fill="${['#3f5f57', '#7d3b36', '#2f4660', '#54513f'][at % 4]}"/><path d="M${x + 14} ${GROUND}h56v-8h-56z" fill="#c9c2b5"/><path d="M${x + 88} ${GROUND - 66}h54v50h-54z" fill="${facade.glass}" stroke="${facade.trim}" stroke-width="4"/>`
  }
  return svg
}

function street(random: Random, isDusk: boolean): string {
  let trees = ''
  for (let x = 40 + random.int(0, 40); x < WIDTH; x += random.int(120, 190)) {
    const size = random.int(24, 38)
    trees += `<path d="M${x} ${GROUND + 14}v-40" stroke="#5b4a3a" stroke-width="6"/><circle cx="${x}" cy="${GROUND - 40}" r="${size}" fill="#5f8050"/><circle cx="${x + 14}" cy="${GROUND - 54}" r="${r(size * 0.7)}" fill="#6f9160"/>`
  }
  const ground = isDusk ? ['#8b8793', '#4b4a57'] : ['#cfcbc1', '#7b7d80']
  return `<path d="M0 ${GROUND}h1200v26H0z" fill="${ground[0]}"/><path d="M0 ${GROUND + 26}h1200v84H0z" fill="${ground[1]}"/><path d="M0 ${GROUND + 68}h1200" stroke="#e8dfae" stroke-width="4" stroke-dasharray="46 34"/>${trees}${people(random)}`
}

function people(random: Random): string {
  let svg = ''
  for (let at = 0; at < 4; at++) {
    const x = random.int(60, 1140)
    svg += `<path d="M${x} ${GROUND + 18}v-24" stroke="${random.pick(['#2f3b4a', '#7a4038', '#4d5a3e', '#51456a'])}" stroke-width="8" stroke-linecap="round"/><circle cx="${x}" cy="${GROUND - 14}" r="5" fill="#a97f63"/>`
  }
  return svg
}
