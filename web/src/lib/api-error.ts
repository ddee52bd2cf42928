import { typeset } from '@amasin/domain/contract/typeset.ts';
import type { ErrorResponse } from '@amasin/domain/error-response.ts';
import { sentence } from './format.ts';

const ADVICE = 'Vérifiez votre réseau, puis réessayez.';
export const NETWORK_MESSAGE = `Pas de connexion. ${ADVICE}`;
/** When something answered that is not our server: a proxy in front of it, while it is stopped. */
const SERVICE_ADVICE = 'Le service ne répond pas. Réessayez dans un instant.';

/** A call that the server refused, or that got no response (code NETWORK). `message` is French, for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The whole response, for refusals with more data (`quote`). */
  readonly body: unknown;
  /** Duration of the request, ms. */
  waitedMs = 0;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    body?: unknown,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.body = body;
  }

  static network(status = 0): ApiError {
    return new ApiError(status, 'NETWORK', status === 0 ? NETWORK_MESSAGE : SERVICE_ADVICE);
  }

  /** Parses a refusal. A proxy's page or an empty body is a NETWORK error: our server has not responded. */
  static from(status: number, body: unknown): ApiError {
    if (isErrorResponse(body)) {
      const fields = Object.entries(body.fields ?? {}).map(([field, text]) => [field, typeset(text)]);
      return new ApiError(status, body.code, typeset(body.message), Object.fromEntries(fields), body);
    }
    return ApiError.network(status === 502 || status === 504 ? 503 : status);
  }
}

/** Whether a retry may succeed: without a response or after a server error, never after a refusal. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** Whether the server may have done what was asked: it did not respond, or it failed. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.status >= 500);
}

/** The messages of a refusal by field. @param fieldOfCode the field of a refusal that names none: PHONE_TAKEN → phone */
export function fieldErrors(
  { code, message, fields }: ApiError,
  fieldOfCode: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const field = fieldOfCode[code];
  return field === undefined ? fields : { ...fields, [field]: message };
}

/** What a failed change is called unless there is something better. */
export const SAVE_FAILED = 'Erreur lors de la sauvegarde';

/** The server's message if it responded, else what failed and what to do. */
export function messageOf(error: unknown, fallback?: string): string {
  if (error instanceof ApiError && error.code !== 'NETWORK') return error.message;
  const isAnswered = error instanceof ApiError && error.status !== 0;
  if (fallback === undefined) return isAnswered ? SERVICE_ADVICE : NETWORK_MESSAGE;
  return `${sentence(fallback)} ${isAnswered ? SERVICE_ADVICE : ADVICE}`;
}

// Checked by hand: the schema would add zod to every page.
function isErrorResponse(body: unknown): body is ErrorResponse {
  if (typeof body !== 'object' || body === null) return false;
  const { success, code, message } = body as Partial<Record<keyof ErrorResponse, unknown>>;
  return success === false && typeof code === 'string' && typeof message === 'string';
}
