import { Button, Text } from '@mantine/core';
import { IconCameraOff, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Notice } from '../../../ui/Notice.tsx';
import { readPhoto } from './read-photo.ts';
import { readScanned } from './read-scanned.ts';
import styles from './scan.module.css';
import { useCamera } from './use-camera.ts';

const OTHER_CODE = 'Ce code QR n’est pas celui d’une ordonnance.';
const NO_CODE = 'Nous n’avons pas trouvé de code QR sur cette photo. Prenez-la de plus près, bien à plat.';

/** Reads the QR code of a prescription with the camera, or from a photo. */
export function Scanner({ onScan }: { onScan: (number: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const photo = useRef<HTMLInputElement>(null);

  // The camera reads the code repeatedly until the dialog is closed.
  const done = useRef(false);
  const handleText = (text: string | null) => {
    if (done.current) return;
    const number = text === null ? null : readScanned(text);
    done.current = number !== null;
    if (number !== null) onScan(number);
    else setProblem(text === null ? NO_CODE : OTHER_CODE);
  };
  const { video, fault, isOpen, retry } = useCamera(handleText);

  const selectPhoto = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // Allows the same photo to be selected again.
    currentTarget.value = '';
    if (file === undefined) return;
    setProblem(null);
    setReading(true);
    handleText(await readPhoto(file).catch(() => null));
    setReading(false);
  };

  return (
    <div className={styles.scanner}>
      {fault === null ? (
        <>
          <div className={styles.frame} data-open={isOpen || undefined}>
            <video ref={video} className={styles.video} muted playsInline aria-label="Image de la caméra" />
          </div>
          <Text size="xs" c="dimmed">
            {isOpen ? 'Placez le code QR de l’ordonnance dans le cadre.' : 'Ouverture de la caméra…'}
          </Text>
        </>
      ) : (
        <Notice role="alert" tone="amber" icon={IconCameraOff}>
          <span>{fault}</span>
        </Notice>
      )}
      <div role="status" className={styles.problem}>
        {problem}
      </div>
      <input
        ref={photo}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        accept="image/*"
        data-testid="photo"
        onChange={(event) => void selectPhoto(event)}
      />
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<IconPhoto size={20} aria-hidden="true" />}
          loading={reading}
          onClick={() => photo.current?.click()}
        >
          Choisir une photo
        </Button>
        {fault === null ? null : (
          <Button
            variant="light"
            leftSection={<IconRefresh size={20} aria-hidden="true" />}
            onClick={() => {
              setProblem(null);
              retry();
            }}
          >
            Réessayer
          </Button>
        )}
      </div>
    </div>
  );
}
