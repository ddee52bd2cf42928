import { frameLoop, type QRCamera, QRCanvas, rearCamera } from 'qr/dom.js';
import { useEffect, useRef, useState } from 'react';
import { describeFault } from './describe-fault.ts';

/** Interval between decoded frames, ms. */
const INTERVAL_MS = 150;

/** Shows the camera in a video and calls back with every decoded text, until unmounted. */
export function useCamera(onText: (text: string) => void) {
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
