// The guides and topics in French: the same pages with the same code.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const pagesIn = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.md'))
/** Code blocks, with the comments that say what they print. */
const codeOf = (text: string) => text.match(/^(<!-- .*-->\n)*^```[\s\S]*?^```$/gm)
const headingsOf = (text: string) => text.match(/^#+ /gm)
/** Code in the text, such as names of fields and paths. */
const namesOf = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`[^`]+`/g)]
    .map(String)
    .filter((name) => !/clé|<key>/.test(name))

it.each(['docs/guides', 'docs/reference'])('has every page of %s in French', (folder) => {
  expect(pagesIn(folder).length).toBeGreaterThanOrEqual(6)
  expect(pagesIn(`${folder}/fr`)).toEqual(pagesIn(folder))
})

const pages = ['docs/guides', 'docs/reference'].flatMap((folder) => pagesIn(folder).map((file) => ({ folder, file })))

describe.each(pages)('$folder/fr/$file', ({ folder, file }) => {
  const english = readFileSync(`${folder}/${file}`, 'utf8')
  const french = readFileSync(`${folder}/fr/${file}`, 'utf8')

  it('has the code of the English guide', () => {
    expect(codeOf(french)).toEqual(codeOf(english))
  })

  it('has the same sections and names every field and path', () => {
    expect(headingsOf(french)).toEqual(headingsOf(english))
    expect(namesOf(english).filter((name) => !french.includes(name))).toEqual([])
  })

  it('has a no-break space before : and », and none before ; ? !', () => {
    const prose = french.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/<!--.*-->|^\|-.*$/gm, '')
    const words = prose.replaceAll(/`[^`]+`/g, 'code')
    expect(words.match(/.{0,20}(?: [:»]|\s[;?!]).{0,10}|« .{0,20}/g)).toBeNull()
  })
})
