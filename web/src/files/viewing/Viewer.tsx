import { ListSkeleton, QueryState } from '../../ui/feedback.tsx';
import { isPdf } from '../describe-file.ts';
import { useFileLink } from '../use-file-link.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { PdfView } from './PdfView.tsx';
import { PictureView } from './PictureView.tsx';
import styles from './viewing.module.css';

/** Lazy component of `FileView`. */
export function Viewer({ fileKey, name }: { fileKey: string; name: string }) {
  const file = useFileLink(fileKey);
  const bytes = file.data ?? null;
  const url = useObjectUrl(bytes);
  if (bytes === null) return <QueryState query={file} message="Fichier inaccessible" rows={1} height={240} />;
  if (url === null) return <ListSkeleton rows={1} height={240} />;
  return (
    <div className={styles.viewer}>
      {isPdf(bytes) ? (
        <PdfView key={url} bytes={bytes} url={url} name={name} />
      ) : (
        <PictureView key={url} url={url} name={name} />
      )}
    </div>
  );
}
