import { useState } from 'react';
import { FileFault } from './FileFault.tsx';
import type { Size } from './fit.ts';
import { Stage } from './Stage.tsx';
import { Tools } from './Tools.tsx';
import { useLooking } from './use-looking.ts';
import styles from './viewing.module.css';

/** A photograph, with zoom and rotation. */
export function PictureView({ address, name }: { address: string; name: string }) {
  const looking = useLooking();
  const [size, setSize] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  if (broken) return <FileFault address={address} message="Cette image ne peut pas être affichée." />;
  return (
    <>
      <Tools looking={looking} />
      <Stage name={name} page={size} looking={looking}>
        {(scale) => (
          <img
            className={styles.picture}
            src={address}
            alt={name}
            data-known={size !== null}
            style={
              size === null
                ? undefined
                : {
                    width: size.width * scale,
                    height: size.height * scale,
                    transform: `translate(-50%, -50%) rotate(${looking.rotation}deg)`,
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
