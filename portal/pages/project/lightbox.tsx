// Pictures at full size: the browser's own dialog, arrow keys go from one to the next.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Media } from '../../../src/contract/api-types.ts'
import { text as frame } from '../../parts/shared-text.ts'
import { text } from './text.ts'

interface LightboxProps {
  readonly pictures: readonly Media[]
  readonly first: number
  readonly onClose: () => void
}

export function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const box = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  useEffect(() => box.current?.showModal(), [])
  const step = (by: number) => setAt((now) => (now + by + pictures.length) % pictures.length)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') step(1)
    if (event.key === 'ArrowLeft') step(-1)
  }
  const picture = pictures[at]!
  const full = picture.variants?.full
  return (
    <dialog class="lightbox" ref={box} aria-label={text.lightbox} onClose={onClose} onKeyDown={onKeyDown}>
      <figure>
        <img src={full?.url ?? picture.url} alt={picture.alt} width={full?.width} height={full?.height} />
        <figcaption aria-live="polite">
          {picture.title ?? picture.alt} <span class="quiet">{text.place(at + 1, pictures.length)}</span>
        </figcaption>
      </figure>
      <div class="row">
        {pictures.length > 1 && (
          <button type="button" class="second small" onClick={() => step(-1)}>
            {text.previous}
          </button>
        )}
        {pictures.length > 1 && (
          <button type="button" class="second small" onClick={() => step(1)}>
            {text.next}
          </button>
        )}
        <button type="button" class="second small" onClick={() => box.current?.close()}>
          {frame.close}
        </button>
      </div>
    </dialog>
  )
}
