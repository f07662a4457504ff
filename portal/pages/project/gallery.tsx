// The project's pictures, which open in a lightbox, and its documents.
import { useState } from 'preact/hooks'
import type { Media } from '../../../src/http/api-types.ts'
import { COLON } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { Lightbox } from './lightbox.tsx'
import { altOf } from './media-alt.ts'
import { text } from './text.ts'

/** Floor plan drawings are shown with their floor plans. */
const isPicture = ({ variants, kind }: Media) => variants !== null && kind !== 'floor_plan'

export function hasGallery(media: readonly Media[]): boolean {
  return media.some((each) => isPicture(each) || each.variants === null)
}

export function Gallery({ media }: { media: readonly Media[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const pictures = media.filter(isPicture)
  const documents = media.filter(({ variants, stored }) => variants === null && stored)
  const missing = media.filter(({ stored }) => !stored)
  return (
    <>
      <ul class="grid gallery" style={{ '--min': 'min(45%, 15rem)' }}>
        {pictures.map((picture, i) => (
          <li key={picture.id}>
            <button type="button" class="second" onClick={() => setOpen(i)}>
              <img
                src={picture.variants!.medium.url}
                width={picture.variants!.medium.width}
                height={picture.variants!.medium.height}
                alt={altOf(picture)}
                loading="lazy"
              />
              <span>{wordFor('mediaKind', picture.kind)}</span>
            </button>
          </li>
        ))}
      </ul>
      {documents.length > 0 && (
        <>
          <h3>{text.documents}</h3>
          <ul>
            {documents.map(({ id, url, kind, title, alt }) => (
              <li key={id}>
                <a href={url}>{title ?? altOf({ alt, kind, title })}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {missing.length > 0 && (
        <>
          <h3>{text.filesElsewhere}</h3>
          <p class="quiet">{text.filesElsewhereLead}</p>
          <ul>
            {missing.map(({ id, kind, title, alt }) => (
              <li key={id}>
                {wordFor('mediaKind', kind)}
                {(title || alt) && `${COLON}${title || alt}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {open !== null && <Lightbox pictures={pictures} first={open} onClose={() => setOpen(null)} />}
    </>
  )
}
