// Draws rooms and shared spaces in one-point perspective.

import type { Drawing, DrawingInput } from './origin.ts'
import type { Tone } from './palette.ts'
import { toneOf } from './palette.ts'
import { randomStream } from './random.ts'

const WIDTH = 1200
const HEIGHT = 800
// The far wall. All lines converge at its centre.
const FAR = { left: 330, top: 190, right: 870, bottom: 540 }

export function drawInterior(input: DrawingInput): Drawing {
  const tone = toneOf(input.number('tone'))
  const random = randomStream(input.number('s'), 'interior')
  const room = input.text('room')
  const furniture = room === 'kitchen' ? kitchen(tone) : room === 'bedroom' ? bedroom(tone) : living(tone)
  return picture(shell(tone, random.chance(0.5) ? '#a8cfe6' : '#f3c9a0') + furniture)
}

export function drawAmenity(input: DrawingInput): Drawing {
  const tone = toneOf(input.number('tone'))
  const scene = input.text('scene')
  if (scene === 'pool') return picture(shell(tone, '#a8cfe6', '#d8d2c5') + pool())
  if (scene === 'gym') return picture(shell(tone, '#b7d4e4', '#55585c') + gym(tone))
  if (scene === 'terrace') return picture(terrace(tone))
  if (scene === 'lobby') return picture(shell(tone, '#cfdde4', '#d9d3c8') + lobby(tone))
  return picture(shell(tone, '#c7d9df') + lounge(tone))
}

function picture(body: string): Drawing {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${body}</svg>`,
    width: WIDTH,
    height: HEIGHT,
  }
}

/** Ceiling, floor, two side walls and a window wall with the city behind it. */
function shell(tone: Tone, skyColour: string, floor = tone.floor): string {
  const { left, top, right, bottom } = FAR
  let boards = ''
  for (let x = -600; x <= 1800; x += 150)
    boards += `M${x} 800L${Math.round(left + ((x + 600) / 2400) * (right - left))} ${bottom}`
  return (
    `<path d="M0 0h1200L${right} ${top}H${left}z" fill="#fbfaf7"/><path d="M0 0L${left} ${top}V${bottom}L0 800z" fill="${tone.wall}"/><path d="M1200 0L${right} ${top}V${bottom}L1200 800z" fill="${tone.wall}"/>` +
    '<path d="M0 0L330 190V540L0 800z" fill="#000" opacity=".06"/>' +
    `<path d="M0 800L${left} ${bottom}H${right}L1200 800z" fill="${floor}"/><path d="${boards}" stroke="#000" stroke-opacity=".07" stroke-width="2"/>` +
    `<path d="M${left} ${top}h540v350H${left}z" fill="${skyColour}"/><path d="M330 540V430h50v-60h44v90h40V340h56v130h60v-80h48v70h40V380h52v110h60v-50h80v100z" fill="#6d8292" opacity=".5"/>` +
    `<path d="M${left} ${top}h540v350H${left}zM465 ${top}v350M600 ${top}v350M735 ${top}v350M${left} 250h540" fill="none" stroke="${tone.dark}" stroke-width="6"/>` +
    '<path d="M420 40a26 8 0 1 0 1 0zM780 40a26 8 0 1 0 1 0z" fill="#fff3cf"/>'
  )
}

function sofa(x: number, y: number, colour: string): string {
  return `<path d="M${x} ${y}h300q14 0 14 14v70H${x - 14}v-70q0-14 14-14z" fill="${colour}"/><path d="M${x - 20} ${y + 60}h340v64H${x - 20}z" fill="${colour}"/><path d="M${x - 20} ${y + 60}h340v64H${x - 20}z" fill="#000" opacity=".12"/><path d="M${x + 150} ${y + 8}v110" stroke="#000" stroke-opacity=".15" stroke-width="3"/><path d="M${x + 20} ${y + 16}l52 8-6 46-52-6z" fill="#f4efe4"/>`
}

function living(tone: Tone): string {
  return (
    '<path d="M240 640h720l110 130H130z" fill="#e9e2d4"/>' +
    `${sofa(300, 560, tone.accent)}<path d="M700 640h190l26 44H690z" fill="#8b6f55"/><path d="M704 684v50M906 684v50" stroke="#5d4a39" stroke-width="8"/><path d="M760 636a26 14 0 1 0 52 0z" fill="#d8d2c4"/>` +
    `<path d="M1010 300l150-70v250l-150 40z" fill="${tone.dark}" opacity=".85"/><path d="M1000 560l170 60v90l-170-90z" fill="#8b6f55"/>` +
    '<path d="M140 700V470" stroke="#7a6a55" stroke-width="8"/><path d="M140 480q-60-80-70-140 60 30 70 140zM140 480q50-90 84-120-10 80-84 120zM140 470q0-90 10-150 30 80-10 150z" fill="#5f7f4f"/><path d="M105 690h70l-12 80h-46z" fill="#b9a48b"/>' +
    `<path d="M600 0v110" stroke="${tone.dark}" stroke-width="3"/><path d="M556 152a44 42 0 0 1 88 0z" fill="${tone.accent}"/>`
  )
}

function kitchen(tone: Tone): string {
  let stools = ''
  for (const x of [400, 560, 720])
    stools += `<path d="M${x} 690v90M${x + 50} 690v90" stroke="${tone.dark}" stroke-width="6"/><path d="M${x - 10} 672h70v20h-70z" fill="${tone.accent}"/>`
  return (
    `<path d="M1200 120L900 230V380l300 20z" fill="${tone.accent}"/><path d="M1200 120L900 230V380l300 20zM1050 175v215M970 204v180" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="3"/>` +
    `<path d="M1200 520L900 470V560l300 210z" fill="${tone.dark}"/><path d="M1200 505L895 462v14l305 52z" fill="#f4f1ea"/><path d="M1200 405L900 382V464l300 38z" fill="#e7e2d8"/>` +
    `<path d="M300 590h600l50 50H250z" fill="#f7f5f0"/><path d="M280 640h640v110H280z" fill="${tone.accent}"/><path d="M280 640h640v110H280z" fill="#000" opacity=".18"/>` +
    `<path d="M470 586q0-46 30-46t30 30" fill="none" stroke="#9aa0a6" stroke-width="8"/><path d="M690 584a46 18 0 0 0 92 0z" fill="#c98b4a"/><circle cx="716" cy="576" r="15" fill="#b8502f"/><circle cx="748" cy="574" r="15" fill="#d6a13a"/>${stools}` +
    ['430', '600', '770']
      .map(
        (x) =>
          `<path d="M${x} 0v190" stroke="${tone.dark}" stroke-width="3"/><path d="M${Number(x) - 26} 226a26 36 0 0 1 52 0z" fill="${tone.dark}"/>`,
      )
      .join('') +
    '<path d="M0 160L250 235V520L0 690z" fill="#d9d4c9"/><path d="M0 160L250 235V520L0 690zM120 196v410" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="3"/>'
  )
}

function bedroom(tone: Tone): string {
  return (
    '<path d="M190 690h820l90 90H110z" fill="#ded6c7"/>' +
    `<path d="M380 400h440v150H380z" fill="${tone.dark}"/><path d="M400 500h400l70 190H330z" fill="#f6f3ec"/><path d="M362 600h476l60 130H300z" fill="${tone.accent}"/><path d="M300 730h598v34H300z" fill="${tone.accent}"/><path d="M300 730h598v34H300z" fill="#000" opacity=".25"/>` +
    '<path d="M430 476h150l8 56H416zM620 476h150l14 56H612z" fill="#fff" stroke="#d8d3c8" stroke-width="3"/>' +
    `<path d="M250 560h100v110H250zM860 560h100v110H860z" fill="#8b6f55"/><path d="M300 560v-40M910 560v-40" stroke="${tone.dark}" stroke-width="5"/><path d="M272 524l14-46h28l14 46zM882 524l14-46h28l14 46z" fill="#fbe7b6"/>` +
    `<path d="M1060 250l90-36v210l-90 16z" fill="#f7f4ee" stroke="${tone.dark}" stroke-width="6"/><path d="M1075 400l60-120v130z" fill="${tone.accent}" opacity=".6"/>`
  )
}

function pool(): string {
  return (
    '<path d="M330 560h540l200 240H130z" fill="#4fa6bd"/><path d="M330 560h540l200 240H130z" fill="none" stroke="#f3efe6" stroke-width="16"/>' +
    '<path d="M380 600q40-14 80 0t80 0 80 0 80 0M340 660q50-16 100 0t100 0 100 0 100 0 100 0M290 730q60-18 120 0t120 0 120 0 120 0 120 0" fill="none" stroke="#d7f0f3" stroke-width="6" opacity=".7"/>' +
    [930, 1020, 1120]
      .map(
        (x, at) =>
          `<path d="M${x} ${580 + at * 52}l90 18-8 40-100-20z" fill="#f7f3ea" stroke="#8b6f55" stroke-width="5"/>`,
      )
      .join('')
  )
}

function gym(tone: Tone): string {
  const mill = (x: number) =>
    `<path d="M${x} 720l70-30h130l40 30z" fill="#2e3136"/><path d="M${x + 90} 690l-14-150h20l20 150z" fill="#4a4e55"/><path d="M${x + 50} 520h90v36h-90z" fill="${tone.accent}"/>`
  return `${mill(180)}${mill(430)}${mill(680)}<path d="M960 600h190M960 660h190M980 580v170M1130 580v170" stroke="#33363b" stroke-width="10"/>${[985, 1030, 1075, 1115].map((x) => `<circle cx="${x}" cy="590" r="15" fill="#202226"/><circle cx="${x}" cy="650" r="15" fill="${tone.accent}"/>`).join('')}`
}

function lobby(tone: Tone): string {
  return `<path d="M420 520h360v120H420z" fill="${tone.accent}"/><path d="M400 500h400v24H400z" fill="#f4f0e8"/><path d="M440 540v90M480 540v90M520 540v90M560 540v90M600 540v90M640 540v90M680 540v90M720 540v90M760 540v90" stroke="#000" stroke-opacity=".18" stroke-width="4"/><path d="M480 20h240v14H480zM500 34v80M600 34v110M700 34v80" stroke="${tone.dark}" stroke-width="4" fill="${tone.dark}"/><circle cx="500" cy="126" r="20" fill="#ffedc0"/><circle cx="600" cy="156" r="20" fill="#ffedc0"/><circle cx="700" cy="126" r="20" fill="#ffedc0"/>${sofa(70, 640, tone.dark)}<path d="M960 640h160v20H960zM975 660v80M1105 660v80" stroke="#6b5743" stroke-width="8" fill="#6b5743"/>`
}

function lounge(tone: Tone): string {
  return `<path d="M160 660h880l120 130H40z" fill="#e4dccd"/>${sofa(180, 590, tone.accent)}${sofa(700, 590, tone.dark)}<path d="M540 680h130v16H540zM556 696v60M654 696v60" stroke="#6b5743" stroke-width="8" fill="#6b5743"/><path d="M0 200l230 80v240L0 640z" fill="#8b6f55"/><path d="M0 300l230 46M0 400l230 12M0 500l230-22" stroke="#5d4a39" stroke-width="8"/><path d="M30 250l14 50M60 262l10 46M100 276v40M140 350v58M160 356v54M40 430v66M70 430v60" stroke="${tone.accent}" stroke-width="14"/>`
}

function terrace(tone: Tone): string {
  let boards = ''
  for (let y = 560; y < 800; y += 30) boards += `M0 ${y}h1200`
  return (
    '<path d="M0 0h1200v560H0z" fill="#9cc6e2"/><path d="M0 300q300-60 620-20t580-30v310H0z" fill="#d9e8ee" opacity=".6"/><path d="M0 560V420h70v-80h60v120h80V300h70v180h90v-70h60v60h80V350h66v130h90v-90h60v70h100V330h60v140h90v-60h74v150z" fill="#718a9b" opacity=".6"/>' +
    `<path d="M0 560h1200v240H0z" fill="${tone.floor}"/><path d="${boards}" stroke="#000" stroke-opacity=".12" stroke-width="3"/>` +
    '<path d="M0 440h1200v120H0z" fill="#dff0f3" opacity=".45"/><path d="M0 440h1200M200 440v120M400 440v120M600 440v120M800 440v120M1000 440v120" stroke="#6b7178" stroke-width="5"/>' +
    `<path d="M60 560h240v70H60zM900 560h240v70H900z" fill="#8a8072"/><path d="M70 560q20-60 40 0 20-80 44 0 20-60 40 0 22-70 44 0 20-50 44 0zM910 560q20-60 40 0 20-80 44 0 20-60 40 0 22-70 44 0 20-50 44 0z" fill="#5f8a50"/>` +
    `${sofa(430, 570, tone.accent)}<path d="M560 720h120v14H560zM574 734v46M666 734v46" stroke="#4d4338" stroke-width="7" fill="#4d4338"/><path d="M820 700V330" stroke="#6b5743" stroke-width="8"/><path d="M650 350q170-120 340 0z" fill="#f6f1e6"/><path d="M650 350q170-120 340 0z" fill="${tone.accent}" opacity=".35"/>`
  )
}
