import { readGs1, type ScannedBox } from '@amasin/domain/orders/gs1.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './preparing.module.css';
import { openReader } from './read-matrix.ts';

/** Between two looks at the picture, ms. */
const PAUSE_MS = 200;

type Props = { onRead: (box: ScannedBox) => void; onClose: () => void };

/** Looks through the camera for the DataMatrix of a box. Without a camera, or its permission, one types. */
export function BoxScanner({ onRead, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOff, setOff] = useState(false);
  const found = useEffectEvent(onRead);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (read: Awaited<ReturnType<typeof openReader>>) => {
      if (isOver || video.current === null) return;
      const texts = video.current.videoWidth === 0 ? [] : await read(video.current).catch(() => []);
      if (isOver) return;
      const [box] = texts.flatMap((text) => readGs1(text) ?? []);
      if (box !== undefined) return found(box);
      timer = setTimeout(() => void look(read), PAUSE_MS);
    };
    const start = async () => {
      const [read, opened] = await Promise.all([
        openReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
      ]);
      stream = opened;
      if (isOver || video.current === null) return stop();
      video.current.srcObject = opened;
      await video.current.play();
      await look(read);
    };
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    start().catch(() => {
      if (!isOver) setOff(true);
      stop();
    });
    return stop;
  }, []);
  return (
    <Stack gap={8}>
      {isOff ? (
        <Text role="status">L’appareil photo n’est pas disponible : tapez le lot et la péremption.</Text>
      ) : (
        <>
          <video
            ref={video}
            className={styles.camera}
            muted
            playsInline
            aria-label="Ce que voit l’appareil photo"
          />
          <Text size="sm">Approchez le petit carré de points imprimé sur la boîte.</Text>
        </>
      )}
      <Button variant="default" onClick={onClose}>
        Fermer
      </Button>
    </Stack>
  );
}
