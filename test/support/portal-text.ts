// The text tables of the portal's customer pages in both languages.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Language } from '../../src/kernel/language.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** One text: where it is, and its value or function. */
export interface PortalText {
  readonly name: string
  readonly en: Text
  readonly fr: Text
}

export type Text = string | ((...values: readonly unknown[]) => string)

function textFiles(): string[] {
  return readdirSync(`${ROOT}portal`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('text.ts') && !file.startsWith('pages/desk/'))
    .sort()
}

const ENTRY = 'every text file'

/** The modules choose their language when they load, so they are loaded once for each. */
export async function portalTexts(): Promise<PortalText[]> {
  const files = textFiles()
  const entry = files.map((file) => `export * as ${JSON.stringify(file)} from '${ROOT}portal/${file}'`).join('\n')
  const build = await rolldown({
    input: ENTRY,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? entry : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'cjs' })
  await build.close()
  const load = (lang: Language): Record<string, object> => {
    const module = { exports: {} }
    const page = { documentElement: { lang } }
    new Function('module', 'exports', 'document', output[0].code)(module, module.exports, page)
    return module.exports
  }
  const [en, fr] = [load('en'), load('fr')]
  return files.flatMap((file) => {
    const tables = Object.entries(en[file]!).filter(([, table]) => typeof table === 'object')
    return tables.flatMap(([name, table]) =>
      leavesOf(`${file} ${name}`, table, (fr[file] as Readonly<Record<string, unknown>>)[name]),
    )
  })
}

function leavesOf(name: string, en: unknown, fr: unknown): PortalText[] {
  if (typeof en !== 'object' || en === null) return [{ name, en: en as Text, fr: fr as Text }]
  return Object.entries(en).flatMap(([key, value]) =>
    leavesOf(`${name}.${key}`, value, (fr as Readonly<Record<string, unknown>>)[key]),
  )
}
