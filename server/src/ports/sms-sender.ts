/** Sends messages to telephones; throws where it could not, and is asked again. */
export interface SmsSender {
  /** `to`: `+22901` and 8 digits. */
  send(to: string, text: string): Promise<void>;
}
