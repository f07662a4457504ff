// Colours shared by all drawings.
import type { Random } from './random.ts'

export type Tone = { accent: string; wall: string; floor: string; dark: string }
const TONES: readonly Tone[] = [
  { accent: '#b5653a', wall: '#f2ede4', floor: '#c9a987', dark: '#3a332d' },
  { accent: '#3f6b64', wall: '#eef0ea', floor: '#b99f80', dark: '#26332f' },
  { accent: '#8c6d46', wall: '#f4f1ec', floor: '#d3bb98', dark: '#33302b' },
  { accent: '#4a5f85', wall: '#eceff2', floor: '#a98f73', dark: '#262d3a' },
  { accent: '#7d4350', wall: '#f3eeec', floor: '#c2a283', dark: '#352a2c' },
  { accent: '#64733f', wall: '#f1f1e8', floor: '#bfa57e', dark: '#2e3226' },
]
export type Facade = { wall: string; shade: string; glass: string; trim: string }
const FACADES: Readonly<Record<string, readonly Facade[]>> = {
  brick: [
    { wall: '#a5583f', shade: '#8a4733', glass: '#5d7183', trim: '#e3d8c8' },
    { wall: '#b98f63', shade: '#9c7650', glass: '#5f6f7c', trim: '#efe6d8' },
    { wall: '#7b4a3d', shade: '#663c31', glass: '#667a89', trim: '#d9cdbd' },
  ],
  concrete: [
    { wall: '#bdb6a9', shade: '#a29b8e', glass: '#5b6b78', trim: '#d6d0c4' },
    { wall: '#c9c1b0', shade: '#ada592', glass: '#62707a', trim: '#dfd9cc' },
  ],
  precast: [
    { wall: '#ddd3c1', shade: '#c3b8a4', glass: '#627786', trim: '#f1ebdf' },
    { wall: '#d8c5b4', shade: '#bda997', glass: '#5d7686', trim: '#eee2d6' },
  ],
  glass: [
    { wall: '#8fb0bf', shade: '#7597a8', glass: '#b4d0da', trim: '#e6edf0' },
    { wall: '#7ea1ab', shade: '#668993', glass: '#a5c6cc', trim: '#f0f2f1' },
    { wall: '#93a7bd', shade: '#778ca4', glass: '#bccbdb', trim: '#dfe5ec' },
  ],
  metal: [
    { wall: '#4b5157', shade: '#3b4046', glass: '#8fa9b5', trim: '#c58d4f' },
    { wall: '#5d5a55', shade: '#4a4743', glass: '#91a8b0', trim: '#d9d2c4' },
  ],
  stone: [
    { wall: '#d9cfbb', shade: '#bfb49e', glass: '#6f8794', trim: '#a98f6d' },
    { wall: '#cfc8bc', shade: '#b3ab9d', glass: '#6d8491', trim: '#4d4a45' },
  ],
}

export function facadeOf(material: string, random: Random): Facade {
  return random.pick(FACADES[material] ?? FACADES.concrete!)
}

export function toneOf(number: number): Tone {
  return TONES[((number % TONES.length) + TONES.length) % TONES.length]!
}
