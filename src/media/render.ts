// Renders SVG to PNG or WebP in an exact size.
import type { Sharp, SharpOptions } from 'sharp'
import { Fault } from '../kernel/fault.ts'
import { WorkQueue } from '../kernel/work-queue.ts'
import { writeFontConfig } from './fonts.ts'
import type { Size } from './variants.ts'

export type Format = 'png' | 'webp'
export const MIME_TYPES: Readonly<Record<Format, string>> = { png: 'image/png', webp: 'image/webp' }

type SharpModule = (input: Buffer, options: SharpOptions) => Sharp

const MAX_SVG_BYTES = 4 * 1024 * 1024
const MAX_PIXELS = 16_000_000

let loading: Promise<SharpModule> | undefined

/** Loaded with the first image, because it costs memory and needs the font configuration first. */
function loadSharp(fontFolder: string): Promise<SharpModule> {
  loading ??= (async () => {
    // Read by native code on load. A local configuration would make images differ between machines.
    process.env.FONTCONFIG_FILE = writeFontConfig(fontFolder)
    const { default: sharp } = await import('sharp')
    // The queue limits parallelism. Every image is rendered once, so a cache would only use memory.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })().catch((error) => {
    // A temporarily full disk must not prevent rendering until the next start.
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
    maxRetryAfterSeconds: 60,
  })

  constructor(fontFolder: string) {
    this.#fontFolder = fontFolder
  }

  /** Creates the SVG only when its turn comes, so that waiting jobs hold none in memory. */
  render(svgOf: () => string, size: Size, format: Format): Promise<Buffer> {
    return this.#queue.run(async () => {
      const sharp = await loadSharp(this.#fontFolder)
      const svg = Buffer.from(svgOf())
      if (svg.length > MAX_SVG_BYTES || size.width * size.height > MAX_PIXELS)
        throw new Fault('internal_error', { detail: 'The image is too large to render.' })
      const image = sharp(svg, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .resize({ ...size, fit: 'fill' })
        // A transparent image would be unreadable in a dark email program.
        .flatten({ background: '#ffffff' })
      return encode(image, format).toBuffer()
    })
  }
}

function encode(image: Sharp, format: Format): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 8 })
  // More effort or smartSubsample takes twice the time to save 4% of the bytes.
  return image.webp({ quality: 85, effort: 2 })
}

/** WebP if the Accept header lists it, otherwise PNG. */
export function formatFor(accept: string | undefined): Format {
  const webp = accept?.split(',', 64).find((item) => item.split(';', 1)[0]!.trim().toLowerCase() === 'image/webp')
  return webp !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(webp) ? 'webp' : 'png'
}
