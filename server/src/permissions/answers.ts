import { type Endpoint, errorResponse } from '@amasin/domain/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@amasin/domain/contract/refusals.ts';
import type { LightMyRequestResponse } from 'fastify';
import { isInvalid, type Sent, servedBy } from './request.ts';

const INTERNALS =
  /\bat .*\.[tj]s:\d|node_modules|\b(?:select|insert|update)\b.*\b(?:from|into|set)\b|\bECONN|\bZod/;

/** What is wrong with a response to this request; null for a correct one. */
export function faultOf(sent: Sent, endpoint: Endpoint, response: LightMyRequestResponse): string | null {
  const { statusCode: status, body: text } = response;
  if (status >= 500) return `${status} ${text}`;
  const isInvalidRequest = isInvalid(sent, endpoint);
  if (status >= 300) return refusalFault(sent, response);
  if (isInvalidRequest) return `${status} for an invalid request`;
  const served = servedBy(sent, endpoint);
  const schema = served?.responses[status];
  if (schema === undefined) return `${status} is not documented`;
  if (sent.method === 'HEAD' || served?.download) return null;
  if (schema === null) return text === '' ? null : `${status} has a body`;
  const parsed = schema.safeParse(JSON.parse(text));
  return parsed.success ? null : `${status} does not match its schema: ${parsed.error.message}`;
}

function refusalFault(
  { method }: Sent,
  { statusCode, body: text, headers }: LightMyRequestResponse,
): string | null {
  if (method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  if (!String(headers['content-type']).startsWith('application/json'))
    return `${statusCode} is not JSON: ${text}`;
  const parsed = errorResponse.strict().safeParse(JSON.parse(text));
  if (!parsed.success) return `${statusCode} is not an error body: ${text}`;
  const { code, message } = parsed.data;
  if (refusals[code as RefusalCode]?.status !== statusCode) return `${statusCode} has the code ${code}`;
  if (code === 'TOO_MANY_TRIES' && headers['retry-after'] === undefined) return '429 without Retry-After';
  return INTERNALS.test(message) ? `the message shows internals: ${message}` : null;
}
