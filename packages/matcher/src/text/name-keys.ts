// Turns names into keys without spaces, so that Lake Shore equals Lakeshore.

import type { Token } from './token.ts'
import { WORD } from './token.ts'
import { singularOf } from './word-facts.ts'

/** `Dr Penfield` is Docteur-Penfield: before a name, `Dr` does not mean Drive. */
function canonAt(tokens: readonly Token[], i: number, from: number, to: number): string {
  const t = tokens[i] as Token
  return t.text === 'dr' && i === from && to > from + 1 ? 'docteur' : t.canon
}

/** The words as typed: `Smi the St` is Smithe, although `the` is a particle elsewhere. */
export function typedKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) key += (tokens[i] as Token).text
  return key
}

/** The canonical words without particles. A name of particles only (`The`) keeps them. */
export function canonicalKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) key += canonAt(tokens, i, from, to)
  return key === '' ? typedKey(tokens, from, to) : key
}

/** The canonical words with spaces. */
export function wordsOf(tokens: readonly Token[], from: number, to: number): string {
  let words = ''
  for (let i = from; i < to; i++) {
    const canon = canonAt(tokens, i, from, to)
    if (canon) words += words ? ` ${canon}` : canon
  }
  return words
}

/** Like canonicalKey without plural s: `Heron's Hill`, `Herons Hill` and `Heron Hill` have one key. */
export function singularKey(tokens: readonly Token[], from: number, to: number): string {
  let key = ''
  for (let i = from; i < to; i++) {
    const t = tokens[i] as Token
    if (t.text === 'dr') key += canonAt(tokens, i, from, to)
    else key += t.kind === WORD ? t.facts.singular : singularOf(t.canon)
  }
  return key === '' ? typedKey(tokens, from, to) : key
}

/** One bit per letter or digit that occurs. Names one edit apart differ in at most two bits. */
export function letterMask(key: string): number {
  let mask = 0
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i)
    mask |= c >= 97 ? 1 << (c - 97) : 1 << (26 + ((c - 48) % 6))
  }
  return mask
}

export function bitCount(mask: number): number {
  let m = mask - ((mask >>> 1) & 0x55555555)
  m = (m & 0x33333333) + ((m >>> 2) & 0x33333333)
  return (((m + (m >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
