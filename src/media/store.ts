// The bytes of media: the original as drawn, its variants rendered once and kept.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { MediaRecord } from '../catalog/records/record-types.ts'
import { Fault } from '../kernel/fault.ts'
import type { Log } from '../kernel/log.ts'
import type { Format } from './render.ts'
import { Renderer } from './render.ts'
import { RenderedFiles } from './rendered-files.ts'
import type { RenderedVariant, Size } from './variants.ts'
import { isRenderable, sizeOf } from './variants.ts'

export type StoredMedia = Pick<MediaRecord, 'sha256' | 'width' | 'height' | 'mime_type' | 'kind' | 'origin'>
/** Pure: the same origin is always the same drawing. */
type Draw = (origin: string) => Size & { readonly svg: string }

export interface MediaStoreOptions {
  /** Holds renderings, fonts.conf and the font cache; nothing that cannot be made again. */
  readonly folder: string
  readonly draw: Draw
  readonly find: (sha256: string) => StoredMedia | undefined
  readonly log: Pick<Log, 'warn'>
}

const MOST_BYTES_ON_DISK = 2 * 1024 ** 3

export class MediaStore {
  readonly #options: MediaStoreOptions
  readonly #files: RenderedFiles
  readonly #renderer: Renderer
  /** Ten callers who want the same new picture at once wait for one rendering. */
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #toldOfDrift = false

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
    let bytes = this.#underWay.get(name)
    if (!bytes) {
      bytes = this.#readOrRender(media, variant, format).finally(() => this.#underWay.delete(name))
      this.#underWay.set(name, bytes)
    }
    return bytes
  }

  /** Keeps the folder from growing without end; to be called now and then. */
  sweep(nowMs: number): Promise<void> {
    return this.#files.sweep(MOST_BYTES_ON_DISK, nowMs)
  }

  async #readOrRender(media: StoredMedia, variant: RenderedVariant, format: Format): Promise<Buffer> {
    const warn = (error: unknown, what: string) => this.#options.log.warn({ err: error, sha256: media.sha256 }, what)
    const kept = await this.#files
      .read(media.sha256, variant, format)
      .catch((error) => warn(error, 'a rendering cannot be read'))
    if (kept) return kept
    const bytes = await this.#renderer.render(() => this.#svgOf(media), sizeOf(variant, media), format)
    // A full disk costs the next caller a rendering, and this one nothing.
    await this.#files
      .write(media.sha256, variant, format, bytes)
      .catch((error) => warn(error, 'a rendering cannot be kept'))
    return bytes
  }

  #svgOf({ origin, sha256 }: StoredMedia): string {
    if (!origin.startsWith('drawing:')) throw notFound()
    const { svg } = this.#options.draw(origin)
    // A release that draws otherwise than the one that published: a picture that is a little newer than its fingerprint
    // is of more use than none, and the next refresh of the dataset sets it right.
    if (!this.#toldOfDrift && createHash('sha256').update(svg).digest('hex') !== sha256) {
      this.#toldOfDrift = true
      this.#options.log.warn({ sha256, origin: origin.slice(0, 60) }, 'drawings differ from what was published')
    }
    return svg
  }
}

function notFound(): Fault {
  return new Fault('media_not_found', { detail: 'We hold no such file.' })
}
