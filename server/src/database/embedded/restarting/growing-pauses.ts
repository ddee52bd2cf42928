/**
 * Pauses before PostgreSQL is started again, ms: each is twice the one before, until it has run for `HEALTHY` ms. The
 * longest still lets it be back within 5 s of the end of a fault.
 */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;
const HEALTHY = 60_000;

/**
 * The pause before each restart, asked for when the restart is due.
 * @param now by default the monotonic clock, ms: the wall clock may jump
 */
export function growingPauses(now = () => performance.now()): () => number {
  let next = FIRST_PAUSE;
  let last = now();
  return () => {
    const at = now();
    const current = at - last > HEALTHY ? FIRST_PAUSE : next;
    last = at;
    next = Math.min(2 * current, LONGEST_PAUSE);
    return current;
  };
}
