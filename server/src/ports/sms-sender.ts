/**
 * Sends messages to phones.
 * @throws Error when it failed; the caller retries
 */
export interface SmsSender {
  /** `to`: `+22901` and 8 digits. */
  send(to: string, text: string): Promise<void>;
}
