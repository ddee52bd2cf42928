import { Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { ListSkeleton, QueryState } from '../ui/feedback.tsx';
import { isPdf, useObjectUrl } from './describe-file.ts';
import { PdfView } from './PdfView.tsx';
import { FileError, type Size, Stage, Tools, useView } from './Stage.tsx';
import { useFileLink } from './use-file-link.ts';
import styles from './Viewer.module.css';

/** An image with zoom and rotation. */
export function PictureView({ url, name }: { url: string; name: string }) {
  const view = useView();
  const [size, setSize] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  if (broken) return <FileError url={url} message="Cette image ne peut pas être affichée." />;
  return (
    <>
      <Tools view={view} />
      <Stage name={name} size={size} view={view}>
        {(scale) => (
          <img
            className={styles.picture}
            src={url}
            alt={name}
            data-loaded={size !== null}
            style={
              size === null
                ? undefined
                : {
                    width: size.width * scale,
                    height: size.height * scale,
                    transform: `translate(-50%, -50%) rotate(${view.rotation}deg)`,
                  }
            }
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
            onError={() => setBroken(true)}
          />
        )}
      </Stage>
    </>
  );
}

export function Viewer({ fileKey, name }: { fileKey: string; name: string }) {
  const file = useFileLink(fileKey);
  const bytes = file.data ?? null;
  const url = useObjectUrl(bytes);
  // It is gone on purpose, so there is nothing to try again.
  if (file.error instanceof ApiError && file.error.code === 'FILE_ERASED')
    return <Text c="dimmed">{file.error.message}</Text>;
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
