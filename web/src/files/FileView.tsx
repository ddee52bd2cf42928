import { LazyComponent } from '../ui/loading/LazyComponent.tsx';
import styles from './viewing/viewing.module.css';

const loadViewer = () => import('./viewing/Viewer.tsx').then((module) => module.default);

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
      <LazyComponent key={fileKey} load={loadViewer} props={{ fileKey, name }} height={240} />
    </div>
  );
}
