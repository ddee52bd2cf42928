import { lazyWithRetry } from '../ui/lazy.tsx';
import styles from './viewing/viewing.module.css';

const Viewer = lazyWithRetry(() => import('./viewing/Viewer.tsx').then((module) => module.Viewer), {
  height: 240,
});

type Props = {
  fileKey: string;
  /** Its accessible name: « Ordonnance ». */
  name: string;
  /** In a dialog it takes the height of the screen. */
  inDialog?: boolean;
};

/** An image or a PDF by its key, with zoom, rotation and pages. */
export function FileView({ fileKey, name, inDialog = false }: Props) {
  return (
    <div className={styles.place} data-dialog={inDialog || undefined}>
      <Viewer key={fileKey} fileKey={fileKey} name={name} />
    </div>
  );
}
