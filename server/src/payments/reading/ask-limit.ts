/** How long the reads of a payment do not ask the provider again, ms. */
const PAUSE_MS = 2_000;
/** The most payments that are kept; one that is not is only asked for sooner. */
const MAX_KEPT = 10_000;

interface Asked {
  readonly at: number;
  /** Fulfilled when the provider has answered or failed. */
  readonly ended: Promise<void>;
}

/** The last request for each payment, the longest ago first. */
const lastAsked = new Map<string, Asked>();

/**
 * Asks the provider about a payment unless it was asked in the last two seconds.
 * @returns null when it was, once that request has ended: the row then says what it answered
 */
export async function askUnlessRecent<Answer>(
  paymentId: string,
  now: Date,
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  const at = now.getTime();
  // A clock that was set back ends the pause.
  const isRecent = (asked: Asked) => asked.at <= at && at - asked.at < PAUSE_MS;
  const last = lastAsked.get(paymentId);
  if (last !== undefined && isRecent(last)) {
    await last.ended;
    return null;
  }
  lastAsked.delete(paymentId);
  for (const [id, asked] of lastAsked) {
    if (isRecent(asked) && lastAsked.size < MAX_KEPT) break;
    lastAsked.delete(id);
  }
  const answer = ask();
  const end = () => {};
  lastAsked.set(paymentId, { at, ended: answer.then(end, end) });
  return answer;
}
