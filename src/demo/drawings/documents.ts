// Draws documents: site plan, key plate, logo, brochure page and price list.

import { drawExterior } from './exterior.ts'
import type { Drawing, DrawingInput } from './origin.ts'
import { toneOf } from './palette.ts'
import { randomStream } from './random.ts'
import { escapeText, wrapText } from './svg-text.ts'

const INK = '#2b2f36'

function sheet(width: number, height: number, body: string, paper = '#fff'): Drawing {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans" fill="${INK}"><path d="M0 0h${width}v${height}H0z" fill="${paper}"/>${body}</svg>`,
    width,
    height,
  }
}

export function drawSitePlan(input: DrawingInput): Drawing {
  const random = randomStream(input.number('s'), 'site')
  const towers = Math.max(1, Math.min(4, input.number('t')))
  const street = input.text('a').replace(/^[\d-]+ /, '')
  let blocks = ''
  for (const [x, y, w, h] of [
    [0, 0, 250, 180],
    [330, 0, 260, 120],
    [700, 0, 300, 150],
    [0, 560, 190, 160],
    [0, 270, 120, 200],
    [880, 240, 120, 230],
    [280, 640, 300, 110],
    [680, 600, 320, 150],
  ] as const) {
    blocks += `M${x} ${y}h${w}v${h - random.int(0, 30)}h${-w}z`
  }
  const wide = Math.min(210, Math.floor(560 / towers) - 26)
  let bodies = ''
  for (let at = 0; at < towers; at++) {
    const x = Math.round(515 - (towers * (wide + 26) - 26) / 2 + at * (wide + 26))
    const y = 290 + (at % 2) * 36
    bodies += `<path d="M${x} ${y}h${wide}v150h${-wide}z" fill="#c9a26b" stroke="${INK}" stroke-width="3"/><path d="M${x + 24} ${y + 24}h${wide - 48}v102h${48 - wide}z" fill="#dcbf92"/><text x="${x + wide / 2}" y="${y + 84}" font-size="26" text-anchor="middle">${towers > 1 ? String.fromCharCode(65 + at) : ''}</text>`
  }
  let trees = ''
  for (let x = 200; x < 830; x += 44)
    trees += `<circle cx="${x + random.int(-6, 6)}" cy="${498 + random.int(-4, 4)}" r="12"/>`
  const body =
    `<path d="${blocks}" fill="#e2ddd2"/><path d="M0 520h1000v60H0zM150 0h46v800h-46zM836 0h40v800h-40z" fill="#cfd2d4"/><path d="M0 550h1000M173 0v800M856 0v800" stroke="#fff" stroke-width="3" stroke-dasharray="18 14"/>` +
    `<path d="M200 250h630v262H200z" fill="#dfe8d4" stroke="#8b6f55" stroke-width="3" stroke-dasharray="12 8"/><path d="M515 470a46 26 0 1 0 1 0z" fill="#f2eee4"/>${bodies}<g fill="#7f9f6d">${trees}</g>` +
    `<text x="500" y="557" font-size="20" text-anchor="middle">${escapeText(street)}</text><path d="M520 512v-44" stroke="#b5483a" stroke-width="4"/><path d="M520 452l9 18h-18z" fill="#b5483a"/><text x="536" y="492" font-size="15" fill="#b5483a">Entrance</text>` +
    `<g transform="translate(930 70)"><circle r="34" fill="#fff" stroke="${INK}"/><path d="M0-26l9 34-9-8-9 8z"/><text y="58" font-size="16" text-anchor="middle">N</text></g><path d="M60 760h200M60 754v12M160 754v12M260 754v12" stroke="${INK}" stroke-width="3"/><text x="270" y="766" font-size="15">50 m</text><text x="940" y="766" font-size="20" text-anchor="end" font-weight="bold">${escapeText(input.text('p'))}</text>`
  return sheet(1000, 800, body, '#f4f1ea')
}

export function drawKeyPlate(input: DrawingInput): Drawing {
  const names = input.list('u')
  const top = Math.ceil(names.length / 2)
  let cells = ''
  const row = (list: readonly string[], y: number) => {
    const wide = 840 / Math.max(1, list.length)
    list.forEach((name, at) => {
      const x = 80 + at * wide
      const isEnd = at === 0 || at === list.length - 1
      const size = Math.min(26, (wide * 1.3) / Math.max(3, name.length))
      cells += `<path d="M${Math.round(x)} ${y}h${Math.round(wide)}v190h${-Math.round(wide)}z" fill="${isEnd ? '#efe3cd' : '#f7f3ea'}" stroke="${INK}" stroke-width="4"/><text x="${Math.round(x + wide / 2)}" y="${y + 104}" font-size="${Math.round(size)}" text-anchor="middle">${escapeText(name)}</text>`
    })
  }
  row(names.slice(0, top), 160)
  row(names.slice(top), 420)
  const core = `<path d="M80 350h840v70H80z" fill="#e4e6e8" stroke="${INK}" stroke-width="4"/><path d="M430 358h46v54h-46zM484 358h46v54h-46zM538 358h46v54h-46z" fill="#fff" stroke="${INK}" stroke-width="2"/><path d="M430 358l46 54M476 358l-46 54M484 358l46 54M530 358l-46 54M538 366h46M538 376h46M538 386h46M538 396h46" stroke="#9aa0a8" stroke-width="2"/>`
  const body = `<text x="80" y="90" font-size="32" font-weight="bold">Typical floor</text><text x="920" y="90" font-size="20" text-anchor="end" fill="#6b7078">${escapeText(input.text('p'))}</text>${cells}${core}<g transform="translate(900 690)"><circle r="28" fill="none" stroke="${INK}"/><path d="M0-22l8 28-8-7-8 7z"/></g><text x="80" y="698" font-size="16" fill="#6b7078">Not to scale. Positions may change from floor to floor.</text>`
  return sheet(1000, 750, body)
}

export function drawLogo(input: DrawingInput): Drawing {
  const tone = toneOf(input.number('tone'))
  const random = randomStream(input.number('s'), 'logo')
  const marks = [
    '<path d="M300 60v150M330 90v120M270 110v100M240 150v60M360 130v80" stroke-width="14" fill="none"/>',
    '<path d="M220 200L300 60l80 140zM260 200l40-70 40 70" stroke-width="9" fill="none"/>',
    '<circle cx="300" cy="135" r="74" stroke-width="9" fill="none"/><path d="M300 61v148M226 135h148" stroke-width="5"/>',
    '<path d="M230 200V90h44v110M274 200V60h52v140M326 200v-80h44v80" stroke-width="9" fill="none"/>',
  ]
  const lines = wrapText(input.text('p'), 20)
  const size = Math.min(44, 760 / Math.max(...lines.map((line) => line.length)))
  const words = lines
    .map(
      (line, at) =>
        `<text x="300" y="${Math.round(290 + at * size * 1.2)}" font-size="${Math.round(size)}" text-anchor="middle" letter-spacing="2" fill="${tone.dark}">${escapeText(line)}</text>`,
    )
    .join('')
  return sheet(600, 400, `<g stroke="${tone.accent}">${random.pick(marks)}</g>${words}`)
}

export function drawBrochure(input: DrawingInput): Drawing {
  const tone = toneOf(input.number('tone'))
  const picture = drawExterior(input)
    .svg.replace(/^<svg [^>]*>/, '')
    .replace('</svg>', '')
  const [low, high] = input.text('z').split('-')
  const title = wrapText(input.text('p'), 22)
  const facts = [
    `${input.number('u')} homes`,
    `${input.number('n')} storeys`,
    low && high ? `${low} to ${high} sq ft` : 'Sizes to be announced',
  ]
  const body =
    `<svg x="0" y="0" width="850" height="567" viewBox="0 0 1200 800">${picture}</svg><path d="M0 567h850v14H0z" fill="${tone.accent}"/>` +
    title
      .map(
        (line, at) =>
          `<text x="60" y="${670 + at * 58}" font-size="48" font-weight="bold" fill="${tone.dark}">${escapeText(line)}</text>`,
      )
      .join('') +
    `<text x="60" y="${720 + (title.length - 1) * 58}" font-size="22" fill="${tone.accent}">${escapeText(input.text('a'))}</text>` +
    facts
      .map(
        (fact, at) =>
          `<path d="M${60 + at * 250} 830h210" stroke="${tone.accent}" stroke-width="3"/><text x="${60 + at * 250}" y="866" font-size="20">${fact}</text>`,
      )
      .join('') +
    `<text x="60" y="960" font-size="17" fill="#6b7078">Prices, sizes and dates can change without notice. Drawings are an artist&#8217;s idea.</text><path d="M60 1000h730" stroke="#c9c4b8"/><text x="60" y="1046" font-size="22">${escapeText(input.text('d'))}</text>`
  return sheet(850, 1100, body, '#fdfcf9')
}

const AVAILABILITY: Readonly<Record<string, string>> = {
  available: 'Available',
  limited: 'Few left',
  sold_out: 'Sold out',
  coming_soon: 'Coming soon',
  on_hold: 'On hold',
  withdrawn: 'Withdrawn',
}

export function drawPriceList(input: DrawingInput): Drawing {
  const rows = input.list('r').map((row) => row.split(';'))
  const columns = [60, 270, 400, 530, 690] as const
  let table = `<path d="M60 228h730v40H60z" fill="${INK}"/><g font-size="17" fill="#fff">${['Plan', 'Beds', 'Sq ft', 'From', ''].map((head, at) => `<text x="${columns[at]! + 10}" y="254">${head}</text>`).join('')}</g>`
  rows.forEach(([name = '', rooms = '', areaSqft = '', price = '', availability = ''], at) => {
    const y = 268 + at * 42
    const isGone = availability === 'sold_out'
    const cells = [
      escapeText(name),
      rooms,
      areaSqft,
      `$${Number(price).toLocaleString('en-CA')}`,
      AVAILABILITY[availability] ?? '',
    ]
    table += `${at % 2 ? `<path d="M60 ${y}h730v42H60z" fill="#f4f1ea"/>` : ''}<g font-size="17" fill="${isGone ? '#a2a5a9' : INK}">${cells.map((cell, column) => `<text x="${columns[column]! + 10}" y="${y + 27}">${cell}</text>`).join('')}</g>`
  })
  const fee = input.number('m')
  const body = `<text x="60" y="110" font-size="36" font-weight="bold">${escapeText(input.text('p'))}</text><text x="60" y="148" font-size="19" fill="#6b7078">${escapeText(input.text('a'))}</text><text x="60" y="200" font-size="22">Price list</text>${table}<text x="60" y="1010" font-size="15" fill="#6b7078">${fee ? `Maintenance about $${fee.toFixed(2)} per sq ft a month. ` : ''}Parking and locker extra.</text><text x="60" y="1040" font-size="15" fill="#6b7078">Prices are the lowest of each plan and can change without notice. E. &amp; O. E.</text>`
  return sheet(850, 1100, body)
}
