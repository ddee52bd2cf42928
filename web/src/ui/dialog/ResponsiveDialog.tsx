import { LazyDialog } from '../loading/LazyComponent.tsx';
import { preload } from '../loading/use-lazy.ts';
import type { DialogProps } from './DialogSurface.tsx';

const load = () => import('./DialogSurface.tsx').then((module) => module.default);

/** For screens whose dialogs must open offline. */
export const preloadDialog = () => preload(load);

/** A dialog that fills the screen below 768 px. */
export function ResponsiveDialog(props: DialogProps) {
  return <LazyDialog load={load} props={props} opened={props.opened} onClose={props.onClose} />;
}
