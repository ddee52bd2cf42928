import { lazy, Suspense, useRef } from 'react';
import type { DialogProps } from './DialogSurface.tsx';

const load = () => import('./DialogSurface.tsx');
const DialogSurface = lazy(load);

/** Fetches that code ahead, for screens whose dialogs must open on the road without a line. */
export function preloadDialog(): void {
  load().catch(() => null);
}

/** A dialog that fills the screen below 768 px. Its code is fetched the first time one opens. */
export function ResponsiveDialog(props: DialogProps) {
  const wanted = useRef(false);
  wanted.current ||= props.opened;
  if (!wanted.current) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
