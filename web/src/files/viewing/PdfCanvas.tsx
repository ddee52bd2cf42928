import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef } from 'react';
import styles from './viewing.module.css';

/** Small phones render nothing in a larger canvas. */
const MAX_PIXELS = 16_000_000;

type Props = { page: PDFPageProxy; scale: number; rotation: number; name: string; onError: () => void };

/** One page on a canvas; the last rendering stays, stretched, until the next one is ready. */
export function PdfCanvas({ page, scale, rotation, name, onError }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const reportError = useRef(onError);
  reportError.current = onError;
  useEffect(() => {
    const turned = (page.rotate + rotation) % 360;
    const whole = page.getViewport({ scale: scale * window.devicePixelRatio, rotation: turned });
    const reduced = Math.min(1, Math.sqrt(MAX_PIXELS / (whole.width * whole.height)));
    const viewport = whole.clone({ scale: whole.scale * reduced });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport });
    let unmounted = false;
    task.promise.then(
      () => unmounted || host.current?.replaceChildren(canvas),
      () => unmounted || reportError.current(),
    );
    return () => {
      unmounted = true;
      task.cancel();
    };
  }, [page, scale, rotation]);
  return <div ref={host} className={styles.canvas} role="img" aria-label={name} />;
}
