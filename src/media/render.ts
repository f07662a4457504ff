// From SVG to pixels: PNG or WebP in an exact size, two at a time.
import type { Sharp, SharpOptions } from 'sharp'
import { Fault } from '../kernel/fault.ts'
import { WorkQueue } from '../kernel/work-queue.ts'
import { writeFontConfig } from './fonts.ts'
import type { Size } from './variants.ts'

export type Format = 'png' | 'webp'
export const MIME_TYPES: Readonly<Record<Format, string>> = { png: 'image/png', webp: 'image/webp' }

type SharpModule = (input: Buffer, options: SharpOptions) => Sharp

const MOST_SVG_BYTES = 4 * 1024 * 1024
const MOST_PIXELS = 16_000_000

let loading: Promise<SharpModule> | undefined

/** Loaded with the first picture: a process that serves none does not pay for it, and the font must be named before. */
function loadSharp(fontFolder: string): Promise<SharpModule> {
  loading ??= (async () => {
    // Read by native code when it is loaded; one of the operator's own would make pictures differ between machines.
    process.env.FONTCONFIG_FILE = writeFontConfig(fontFolder)
    const { default: sharp } = await import('sharp')
    // The queue is the parallelism. Every drawing is rendered once, so that a cache would only hold memory.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })().catch((error) => {
    // A disk that was full for a moment must not mean no pictures until the next start.
    loading = undefined
    throw error
  })
  return loading
}

export class Renderer {
  readonly #fontFolder: string
  readonly #queue = new WorkQueue({
    concurrency: 2,
    maxWaiting: 200,
    fullMessage: 'Too many images are waiting to be rendered. Try again shortly.',
  })

  constructor(fontFolder: string) {
    this.#fontFolder = fontFolder
  }

  /** Asks for the drawing only when its turn has come: what waits in line holds no SVG. */
  render(svgOf: () => string, size: Size, format: Format): Promise<Buffer> {
    return this.#queue.run(async () => {
      const sharp = await loadSharp(this.#fontFolder)
      const svg = Buffer.from(svgOf())
      if (svg.length > MOST_SVG_BYTES || size.width * size.height > MOST_PIXELS)
        throw new Fault('internal_error', { detail: 'The drawing is too large to be rendered.' })
      const image = sharp(svg, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .resize({ ...size, fit: 'fill' })
        // A drawing without a ground of its own would be black on the dark page of a mail program.
        .flatten({ background: '#ffffff' })
      return encode(image, format).toBuffer()
    })
  }
}

function encode(image: Sharp, format: Format): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 8 })
  // More effort, or smartSubsample, takes twice the time for four per cent of the bytes; somebody is waiting.
  return image.webp({ quality: 85, effort: 2 })
}

/** WebP where the caller names it and does not refuse it; PNG for everybody else, for everybody can read that. */
export function formatFor(accept: string | undefined): Format {
  const named = accept?.split(',', 64).find((item) => item.split(';', 1)[0]!.trim().toLowerCase() === 'image/webp')
  return named !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(named) ? 'webp' : 'png'
}
