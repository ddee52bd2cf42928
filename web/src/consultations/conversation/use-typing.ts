import type { SenderType } from '@amasin/domain/consultations/consultation.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { emitLive, onLive } from '../../lib/live.ts';

/** « écrit… » disappears after this time without a `typing` event, ms. */
const SHOWN_MS = 5000;
/** At most one `typing` event is emitted in this time, ms. */
const EVERY_MS = 3000;

/** @returns whether the other participant is writing; and what to call when the user writes */
export function useTyping(chatId: string, own: SenderType) {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const stop = [
      onLive('typing', ({ chatId: id }) => {
        if (id !== chatId) return;
        clearTimeout(timer);
        timer = setTimeout(end, SHOWN_MS);
        setTyping(true);
      }),
      onLive('newMessage', ({ chatId: id, message }) => {
        if (id === chatId && message.senderType !== own) end();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const each of stop) each();
    };
  }, [chatId, own]);

  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  const tell = useCallback(() => {
    if (performance.now() - toldAt.current < EVERY_MS) return;
    toldAt.current = performance.now();
    emitLive('typing', { chatId }).catch(() => null);
  }, [chatId]);
  return { isTyping, tell };
}
