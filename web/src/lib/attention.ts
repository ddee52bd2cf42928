/** How long after the last input a call still counts as made by the person. */
const RECENT_MS = 60_000;

let isAway = () => false;

/** Whether the page calls by itself. Only staff's pages know: elsewhere idle sessions do not end. */
export const isUnattended = () => isAway();

/**
 * Watches for input, so that calls which a page makes by itself do not keep the session open.
 * @param onActive called at an input, once per `everyMs` at most: a person who reads makes no call
 * @returns a function that stops watching
 */
export function watchAttention(onActive: () => void, everyMs: number): () => void {
  let lastInput = Date.now();
  let reported = lastInput;
  const note = () => {
    lastInput = Date.now();
    if (lastInput - reported < everyMs) return;
    reported = lastInput;
    onActive();
  };
  const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
  for (const input of inputs) addEventListener(input, note, { capture: true, passive: true });
  isAway = () => Date.now() - lastInput > RECENT_MS;
  return () => {
    for (const input of inputs) removeEventListener(input, note, { capture: true });
    isAway = () => false;
  };
}
