import { LazyPart } from '../ui/loading/LazyPart.tsx';
import styles from './viewing/viewing.module.css';

const loadViewer = () => import('./viewing/Viewer.tsx').then((module) => module.default);

type Props = {
  fileKey: string;
  /** What it is, also for screen readers: « Ordonnance ». */
  name: string;
  /** In a dialog it takes the height of the screen; beside a form, that of the place it is given. */
  inDialog?: boolean;
};

/** A picture or a PDF opened by its key, with zoom, rotation and pages. Its code is fetched when it is first shown. */
export function FileView({ fileKey, name, inDialog = false }: Props) {
  return (
    <div className={styles.place} data-dialog={inDialog || undefined}>
      <LazyPart key={fileKey} load={loadViewer} props={{ fileKey, name }} height={240} />
    </div>
  );
}
