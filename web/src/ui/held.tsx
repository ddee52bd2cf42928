import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { UNDO_MS } from '../lib/outbox.ts';
import { Notice } from './Notice.tsx';

/**
 * Holds what a person decided with one tap for some seconds before it is sent, so that it can be taken back: nothing undoes it on the
 * server. It is sent at once when the person leaves the screen. A courier's work, which must outlast a page without a network, is held
 * by its outbox instead.
 */
export function useHeld<T>(send: (value: T) => void) {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null);
  const isUndone = useRef(false);
  const sender = useRef(send);
  sender.current = send;
  useEffect(() => {
    if (held === null) return;
    let isOver = false;
    const sendNow = () => {
      if (isOver || isUndone.current) return;
      isOver = true;
      sender.current(held.value);
      setHeld(null);
    };
    const timer = setTimeout(sendNow, UNDO_MS);
    const onHidden = () => {
      if (document.visibilityState === 'hidden') sendNow();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHidden);
      sendNow();
    };
  }, [held]);
  return {
    /** What is held; null when nothing is. */
    value: held?.value ?? null,
    hold: (value: T) => {
      isUndone.current = false;
      setHeld({ value });
    },
    undo: () => {
      isUndone.current = true;
      setHeld(null);
    },
  };
}

type Props = {
  /** What will be sent: « Annulation demandée ». */
  what: string;
  onUndo: () => void;
};

/** Says what is about to be sent, with the button that takes it back. */
export function HeldNotice({ what, onUndo }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <Notice ref={notice} tabIndex={-1} tone="amber" icon={IconArrowBackUp} role="status" title={what}>
      <span>Envoyé dans quelques secondes.</span>
      <Button variant="default" onClick={onUndo}>
        Annuler
      </Button>
    </Notice>
  );
}
