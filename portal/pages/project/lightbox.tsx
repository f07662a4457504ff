// Shows pictures at full size. The arrow keys move between them.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Media } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { text as sharedText } from '../../language/shared-text.ts'
import { Button } from '../../parts/button.tsx'
import { altOf } from './media-alt.ts'
import { text } from './text.ts'

interface LightboxProps {
  readonly pictures: readonly Media[]
  readonly first: number
  readonly onClose: () => void
}

export function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(first)
  useEffect(() => dialog.current?.showModal(), [])
  const step = (by: number) => setIndex((current) => (current + by + pictures.length) % pictures.length)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }
  const picture = pictures[index]!
  const full = picture.variants?.full
  return (
    <dialog class="lightbox" ref={dialog} aria-label={text.lightbox} onClose={onClose} onKeyDown={onKeyDown}>
      <figure>
        <img src={full?.url ?? picture.url} alt={altOf(picture)} width={full?.width} height={full?.height} />
        <figcaption aria-live="polite">
          {picture.title ?? altOf(picture)}{' '}
          <span class="quiet">{fill(text.position, { index: index + 1, count: pictures.length })}</span>
        </figcaption>
      </figure>
      <div class="row">
        {pictures.length > 1 && (
          <>
            <Button look="second small" label={text.previous} onClick={() => step(-1)} />
            <Button look="second small" label={text.next} onClick={() => step(1)} />
          </>
        )}
        <Button look="second small" label={sharedText.close} onClick={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}
