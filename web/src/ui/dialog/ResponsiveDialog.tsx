import { lazy, type ReactNode, Suspense, useRef } from 'react';

const DialogSurface = lazy(() => import('./DialogSurface.tsx'));

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  children: ReactNode;
};

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
