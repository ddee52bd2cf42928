import { frameLoop, type QRCamera, QRCanvas, rearCamera } from 'qr/dom.js';
import { useEffect, useRef, useState } from 'react';
import { describeFault } from './describe-fault.ts';

/** Between two looks at the picture, ms: more would only warm a small phone. */
const LOOK_MS = 150;

/** Shows the camera in a video and tells every text that its picture holds, until the screen is left. */
export function useCamera(onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [tries, setTries] = useState(0);
  const latest = useRef(onText);
  latest.current = onText;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it anew
  useEffect(() => {
    const player = video.current;
    if (player === null) return;
    let left = false;
    let stop = () => {};
    open(player).then(
      (camera) => {
        stop = watch(camera, player, (text) => latest.current(text));
        if (left) stop();
        else setIsOpen(true);
      },
      (error: unknown) => {
        if (!left) setFault(describeFault(error));
      },
    );
    return () => {
      left = true;
      stop();
    };
  }, [tries]);

  return {
    video,
    /** Why there is no picture. */
    fault,
    isOpen,
    retry: () => {
      setFault(null);
      setTries((count) => count + 1);
    },
  };
}

async function open(player: HTMLVideoElement): Promise<QRCamera> {
  // Absent on plain http, but for localhost.
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('no camera', 'NotFoundError');
  return rearCamera(player);
}

function watch(camera: QRCamera, player: HTMLVideoElement, onText: (text: string) => void): () => void {
  const canvas = new QRCanvas();
  let lookedAt = 0;
  const cancel = frameLoop((now) => {
    if (now - lookedAt < LOOK_MS) return;
    lookedAt = now;
    void camera.readFrame(canvas, true).then((text) => {
      if (typeof text === 'string') onText(text);
    });
  }, player);
  return () => {
    cancel();
    camera.stop();
  };
}
