import { ApiError } from './api-error.ts';

/** Asks the signed-in person, and resolves to whether they agree. `hasIt`: whether they have already. */
interface Asking {
  readonly hasIt: () => boolean;
  readonly ask: () => Promise<boolean>;
}

let asking: Asking | null = null;
/** Two acts at once share one question. */
let answer: Promise<boolean> | null = null;

/** Says how the signed-in person is asked; null while nobody is. */
export function askConsentBy(by: Asking | null): void {
  asking = by;
  answer = null;
}

const NOT_GIVEN = 'Rien n’a été envoyé : il faut d’abord votre accord.';

async function ask(): Promise<void> {
  answer ??= asking?.ask() ?? null;
  const isGiven = await answer;
  answer = null;
  if (isGiven === false) throw new ApiError(403, 'CONSENT_NOT_GIVEN', NOT_GIVEN);
}

/**
 * Does what uses health data, once the customer agrees to it: they are asked before the first time, and again when the server
 * says that they have withdrawn their consent, on another device.
 * @throws ApiError CONSENT_NOT_GIVEN, with nothing sent, when they do not agree now
 */
export async function withHealthConsent<T>(send: () => Promise<T>): Promise<T> {
  if (asking?.hasIt() === false) await ask();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONSENT_WITHDRAWN') throw error;
    await ask();
    return send();
  }
}
