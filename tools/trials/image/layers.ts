// Prints the layers of an image, the largest first: layers.ts IMAGE_JSON LAYERS_JSON, both of buildah.
import { readFileSync } from 'node:fs'

interface StoredLayer {
  readonly 'diff-digest': string
  readonly 'diff-size': number
}

const [imageFile, layersFile] = process.argv.slice(2)
const { OCIv1 } = JSON.parse(readFileSync(imageFile!, 'utf8'))
const stored: StoredLayer[] = JSON.parse(readFileSync(layersFile!, 'utf8'))
const sizes = new Map(stored.map((layer) => [layer['diff-digest'], layer['diff-size']]))
const steps: { created_by?: string; empty_layer?: boolean }[] = OCIv1.history
const makers = steps
  .filter((step) => !step.empty_layer)
  .map((step) => (step.created_by ?? '').replace(/^\/bin\/sh -c (?:#\(nop\) )?/, '').replace(/:[0-9a-f]{64}/g, ''))
const layers = (OCIv1.rootfs.diff_ids as string[]).map((digest, i) => ({
  bytes: sizes.get(digest) ?? 0,
  by: makers[i],
}))
for (const { bytes, by } of layers.toSorted((a, b) => b.bytes - a.bytes))
  console.log(`${(bytes / 1e6).toFixed(1).padStart(7)}  ${by?.slice(0, 120)}`)
