import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance from the end the newest message counts as visible, pixels. */
const END_PX = 48;
/** Older messages load when this much is left above, pixels. */
const START_PX = 160;

type Input = {
  /** Number of the first loaded message: it decreases when older ones are added. */
  first: number;
  /** A new message changes the key of the last row. A failed one makes its row higher, with the same key. */
  rows: readonly { readonly key: string }[];
  /** The last row is by this person. */
  isOwn: boolean;
  onStart: () => void;
};

/**
 * Scrolls to new messages when the end is visible, and otherwise sets `hasNew`. Messages added above do not move the
 * visible ones.
 */
export function useScroll({ first, rows, isOwn, onStart }: Input) {
  const box = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const before = useRef<{ first: number; last?: string | undefined; height: number }>({ first, height: 0 });
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNew, setHasNew] = useState(false);

  const toEnd = useCallback(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
    wasAtEnd.current = true;
    setAtEnd(true);
    setHasNew(false);
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const last = rows.at(-1)?.key;
    const { first: firstBefore, last: lastBefore, height } = before.current;
    before.current = { first, last, height: element.scrollHeight };
    if (lastBefore === undefined || wasAtEnd.current || (last !== lastBefore && isOwn)) toEnd();
    else if (first < firstBefore) element.scrollTop += element.scrollHeight - height;
    else if (last !== lastBefore) setHasNew(true);
  }, [first, rows, isOwn, toEnd]);

  // The height changes with the keyboard of a phone, the input, or a picture that opens.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      before.current.height = element.scrollHeight;
      if (wasAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    wasAtEnd.current = left < END_PX;
    before.current.height = element.scrollHeight;
    setAtEnd(wasAtEnd.current);
    if (wasAtEnd.current) setHasNew(false);
    if (element.scrollTop < START_PX) onStart();
  };
  return { box, onScroll, isAtEnd, hasNew, toEnd };
}
