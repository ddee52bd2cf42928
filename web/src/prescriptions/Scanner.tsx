import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { Button, Text } from '@mantine/core';
import { IconCameraOff, IconPhoto, IconRefresh } from '@tabler/icons-react';
import decodeQR from 'qr/decode.js';
import { frameLoop, type QRCamera, QRCanvas, rearCamera } from 'qr/dom.js';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '../ui/Notice.tsx';
import styles from './Scanner.module.css';

const REFUSED =
  'L’accès à la caméra est refusé. Autorisez-la dans les réglages du navigateur, ou choisissez une photo.';
const ABSENT = 'Nous n’avons pas trouvé de caméra sur cet appareil. Choisissez une photo du code QR.';
const BUSY =
  'La caméra est déjà utilisée par une autre application. Fermez-la, puis réessayez, ou choisissez une photo.';
const OTHER = 'La caméra ne s’ouvre pas. Réessayez, ou choisissez une photo du code QR.';

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: ABSENT,
  OverconstrainedError: ABSENT,
  NotReadableError: BUSY,
  AbortError: BUSY,
};

/**
 * Why the camera does not open, and what to do. Error names are those of the Media Capture specification; not every browser makes
 * them instances of Error.
 */
function describeFault(error: unknown): string {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return messages[name] ?? OTHER;
}

/** Larger photos are scaled down, px: decoding is as reliable and many times faster. */
const MAX_SIDE = 1600;
/** Longer than for a video frame, ms. */
const TIME_LIMIT_MS = 1500;

/** The text of the QR code on a photo. Throws if there is none, or if the photo cannot be decoded. */
async function readPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return decodeQR({ data, width, height }, { timeLimit: TIME_LIMIT_MS });
  } finally {
    picture.close();
  }
}

/** 8 digits that are not part of a longer number, with or without the prefix. */
const NUMBER = /(?:^|\D)((?:ORD[\s-]*)?\d{8})(?!\d)/i;

/** The prescription number in the text of a QR code (alone, or in a URL); null if there is none. */
function readScanned(text: string): string | null {
  const [, found] = NUMBER.exec(text) ?? [];
  return found === undefined ? null : readPrescriptionNumber(found);
}

/** Interval between decoded frames, ms. */
const INTERVAL_MS = 150;

/** Shows the camera in a video and calls back with every decoded text, until unmounted. */
function useCamera(onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const latest = useRef(onText);
  latest.current = onText;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reopens the camera
  useEffect(() => {
    const player = video.current;
    if (player === null) return;
    let unmounted = false;
    let stop = () => {};
    open(player).then(
      (camera) => {
        stop = watch(camera, player, (text) => latest.current(text));
        if (unmounted) stop();
        else setIsOpen(true);
      },
      (error: unknown) => {
        if (!unmounted) setFault(describeFault(error));
      },
    );
    return () => {
      unmounted = true;
      stop();
    };
  }, [attempts]);

  return {
    video,
    /** Why the camera did not open. */
    fault,
    isOpen,
    retry: () => {
      setFault(null);
      setAttempts((count) => count + 1);
    },
  };
}

async function open(player: HTMLVideoElement): Promise<QRCamera> {
  // Undefined on http, except localhost.
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('no camera', 'NotFoundError');
  return rearCamera(player);
}

function watch(camera: QRCamera, player: HTMLVideoElement, onText: (text: string) => void): () => void {
  const canvas = new QRCanvas();
  let decodedAt = 0;
  const cancel = frameLoop((now) => {
    if (now - decodedAt < INTERVAL_MS) return;
    decodedAt = now;
    void camera.readFrame(canvas, true).then((text) => {
      if (typeof text === 'string') onText(text);
    });
  }, player);
  return () => {
    cancel();
    camera.stop();
  };
}

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
