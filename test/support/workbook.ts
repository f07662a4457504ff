// Writes small Excel workbooks for tests.
import { zipOf } from './zip-files.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const columnName = (at: number) => String.fromCharCode(65 + at)

export function workbookOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cells = (row: readonly (string | number)[], r: number) =>
    row
      .map((cell, at) => {
        const place = `r="${columnName(at)}${r + 1}"`
        return typeof cell === 'number'
          ? `<c ${place}><v>${cell}</v></c>`
          : `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
      })
      .join('')
  const sheet = rows.map((row, r) => `<row r="${r + 1}">${cells(row, r)}</row>`).join('')
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Listings" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${XML}<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
    },
  ])
}
