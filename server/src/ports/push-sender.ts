/** A browser's address for push messages, with the keys that encrypt them. */
interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends push messages to browsers. */
export interface PushSender {
  /** The key that browsers subscribe with; null when push is off. */
  readonly publicKey: string | null;
  /**
   * @returns `gone` when the browser no longer receives any
   * @throws Error when it failed; the caller retries
   */
  send(target: PushTarget, payload: string): Promise<'sent' | 'gone'>;
}
