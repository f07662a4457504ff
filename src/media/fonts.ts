// The fonts for rendered images, the same on every machine.
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writePrivateFile } from '../kernel/secrets.ts'

const require = createRequire(import.meta.url)

/** Writes a fontconfig file with only the fonts we ship and returns its path. */
export function writeFontConfig(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fonts = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
  const path = join(folder, 'fonts.conf')
  writePrivateFile(path, configOf(fonts, join(folder, 'font-cache')))
  return path
}

function configOf(fonts: string, cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(fonts)}</dir>
  <cachedir>${escapeXml(cache)}</cachedir>
  ${alias('sans-serif', 'DejaVu Sans')}
  ${alias('serif', 'DejaVu Serif')}
  ${alias('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`
}

function alias(generic: string, family: string): string {
  return `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
