import { useState } from 'react';
import { FileError } from './FileError.tsx';
import { type Size, Stage } from './Stage.tsx';
import { Tools } from './Tools.tsx';
import { useView } from './use-view.ts';
import styles from './viewing.module.css';

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
