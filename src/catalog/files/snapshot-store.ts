// Snapshot files shared between machines: in a folder or in an S3-compatible bucket.
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface SnapshotStore {
  names(): Promise<string[]>
  download(name: string, path: string): Promise<void>
  upload(name: string, path: string): Promise<void>
  delete(name: string): Promise<void>
}

export interface StoreOptions {
  /** A folder, or s3://bucket/prefix. */
  readonly location: string
  /** URL of an S3-compatible service other than Amazon's. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
}

export function openStore({ location, endpoint, region }: StoreOptions): SnapshotStore {
  const match = /^s3:\/\/([^/]+)\/?(.*)$/.exec(location)
  if (!match) return new FolderStore(resolve(location))
  const prefix = match[2] ? `${match[2].replace(/\/$/, '')}/` : ''
  return new BucketStore(match[1]!, prefix, endpoint, region)
}

export class FolderStore implements SnapshotStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async names(): Promise<string[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return readdir(this.#folder)
  }

  async download(name: string, path: string): Promise<void> {
    await copyFile(join(this.#folder, name), path)
  }

  async upload(name: string, path: string): Promise<void> {
    const temporary = join(this.#folder, `${name}.${process.pid}.tmp`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await copyFile(path, temporary)
    await rename(temporary, join(this.#folder, name))
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }
}

/** `version` changes with the content. */
interface StoredObject {
  readonly name: string
  readonly bytes: number
  readonly version: string
}

type S3 = typeof import('@aws-sdk/client-s3')
type Client = InstanceType<S3['S3Client']>

/** Credentials come from the standard AWS variables, files or roles. */
export class BucketStore implements SnapshotStore {
  readonly #bucket: string
  readonly #prefix: string
  readonly #endpoint: string | undefined
  readonly #region: string
  #connection: Promise<{ s3: S3; client: Client }> | null = null

  constructor(bucket: string, prefix: string, endpoint?: string, region = 'us-east-1') {
    this.#bucket = bucket
    this.#prefix = prefix
    this.#endpoint = endpoint
    this.#region = region
  }

  /** Loads the SDK on first use: it takes a third of a second and 30 MB. */
  #connect() {
    this.#connection ??= import('@aws-sdk/client-s3').then((s3) => ({
      s3,
      client: new s3.S3Client({
        region: this.#region,
        // Other services rarely have a host name per bucket.
        ...(this.#endpoint ? { endpoint: this.#endpoint, forcePathStyle: true } : {}),
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    }))
    return this.#connection
  }

  #keyOf(name: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` }
  }

  async names(): Promise<string[]> {
    return (await this.list()).map(({ name }) => name)
  }

  async list(): Promise<StoredObject[]> {
    const { s3, client } = await this.#connect()
    const found: StoredObject[] = []
    let token: string | undefined
    do {
      const page = await client.send(
        new s3.ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken: token }),
      )
      for (const { Key = '', Size = 0, ETag = '' } of page.Contents ?? [])
        if (Key) found.push({ name: Key.slice(this.#prefix.length), bytes: Size, version: ETag })
      token = page.NextContinuationToken
    } while (token)
    return found
  }

  async download(name: string, path: string): Promise<void> {
    const { s3, client } = await this.#connect()
    const { Body } = await client.send(new s3.GetObjectCommand(this.#keyOf(name)))
    await pipeline(Body as Readable, createWriteStream(path, { mode: 0o600 }))
  }

  async upload(name: string, path: string): Promise<void> {
    const { s3, client } = await this.#connect()
    const { size } = await stat(path)
    await client.send(
      new s3.PutObjectCommand({ ...this.#keyOf(name), Body: createReadStream(path), ContentLength: size }),
    )
  }

  async delete(name: string): Promise<void> {
    const { s3, client } = await this.#connect()
    await client.send(new s3.DeleteObjectCommand(this.#keyOf(name)))
  }
}
