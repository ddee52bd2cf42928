import { lazyDialog } from '../loading/lazy.tsx';

/** A dialog that fills the screen below 768 px. Screens whose dialogs must open offline preload it. */
export const ResponsiveDialog = lazyDialog(() =>
  import('./DialogSurface.tsx').then((module) => module.DialogSurface),
);
