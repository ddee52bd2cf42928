/** Sends messages to telephones; throws where it could not, and is asked again. */
export interface SmsSender {
  /** `to`: `+22901` and 8 digits. */
  send(to: string, text: string): Promise<void>;
}

/** Nobody to send by: messages go nowhere (said once, at the start). */
export const noSms: SmsSender = { send: () => Promise.resolve() };
