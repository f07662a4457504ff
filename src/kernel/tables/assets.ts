// Reads tables that are data: JSON files of assets/.
import { readFileSync } from 'node:fs'
import type { FileSignatures } from './file-kind.ts'

export function readAsset<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../assets/${name}`, import.meta.url), 'utf8')) as T
}

export const FILE_SIGNATURES = readAsset<FileSignatures>('file-signatures.json')
