// Serves media: the original SVG, and variants rendered once and cached.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { MediaRecord } from '../catalog/records/record-types.ts'
import { Fault } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'
import type { Format } from './render.ts'
import { Renderer } from './render.ts'
import { RenderedFiles } from './rendered-files.ts'
import type { RenderedVariant, Size } from './variants.ts'
import { isRenderable, isStored, sizeOf } from './variants.ts'

export type StoredMedia = Pick<MediaRecord, 'sha256' | 'width' | 'height' | 'mime_type' | 'kind' | 'origin'>
/** Pure: the same origin always gives the same image. */
type Draw = (origin: string) => Size & { readonly svg: string }

export interface MediaStoreOptions {
  /** For rendered images, fonts.conf and the font cache; can be deleted at any time. */
  readonly folder: string
  readonly draw: Draw
  readonly find: (sha256: string) => StoredMedia | undefined
  readonly log: Pick<Log, 'warn'>
}

const MAX_BYTES_ON_DISK = 2 * 1024 ** 3

export class MediaStore {
  readonly #options: MediaStoreOptions
  readonly #files: RenderedFiles
  readonly #renderer: Renderer
  /** Concurrent requests for the same image share one rendering. */
  readonly #rendering = new Map<string, Promise<Buffer>>()
  #hasWarnedOfDrift = false

  constructor(options: MediaStoreOptions) {
    this.#options = options
    this.#files = new RenderedFiles(options.folder)
    this.#renderer = new Renderer(join(options.folder, 'fonts'))
  }

  find(sha256: string): StoredMedia | undefined {
    return this.#options.find(sha256)
  }

  original(media: StoredMedia): Buffer {
    return Buffer.from(this.#svgOf(media))
  }

  rendered(media: StoredMedia, variant: RenderedVariant, format: Format): Promise<Buffer> {
    if (!isRenderable(media)) throw notFound()
    const name = `${media.sha256}-${variant}.${format}`
    let bytes = this.#rendering.get(name)
    if (!bytes) {
      bytes = this.#readOrRender(media, variant, format).finally(() => this.#rendering.delete(name))
      this.#rendering.set(name, bytes)
    }
    return bytes
  }

  deleteOldest(nowMs: number): Promise<void> {
    return this.#files.deleteOldest(MAX_BYTES_ON_DISK, nowMs)
  }

  async #readOrRender(media: StoredMedia, variant: RenderedVariant, format: Format): Promise<Buffer> {
    const warn = (error: unknown, what: string) => this.#options.log.warn({ err: error, sha256: media.sha256 }, what)
    const cached = await this.#files
      .read(media.sha256, variant, format)
      .catch((error) => warn(error, 'cannot read rendered image'))
    if (cached) return cached
    const bytes = await this.#renderer.render(() => this.#svgOf(media), sizeOf(variant, media), format)
    // A full disk must not fail this request; the next one renders again.
    await this.#files
      .write(media.sha256, variant, format, bytes)
      .catch((error) => warn(error, 'cannot store rendered image'))
    return bytes
  }

  #svgOf({ origin, sha256 }: StoredMedia): string {
    if (!isStored({ origin })) throw notStored()
    const { svg } = this.#options.draw(origin)
    // A newer release may draw differently than the one that published. The image is still useful, and the next dataset
    // refresh updates the hash.
    if (!this.#hasWarnedOfDrift && createHash('sha256').update(svg).digest('hex') !== sha256) {
      this.#hasWarnedOfDrift = true
      this.#options.log.warn({ sha256, origin: origin.slice(0, 60) }, 'image differs from the published hash')
    }
    return svg
  }
}

function notStored(): Fault {
  return new Fault('media_not_found', {
    detail: 'This server has the record but not the file: the record was imported without it.',
  })
}

function notFound(): Fault {
  return new Fault('media_not_found', { detail: 'This file does not exist.' })
}
