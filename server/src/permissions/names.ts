import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Call } from './table.ts';

/** A valid name that does not exist, for each path parameter that identifies a resource. */
const missingNames: Readonly<Record<string, () => string>> = {
  id: v7,
  transactionId: () => `TX-${randomBytes(15).toString('hex')}`,
  provider: () => 'inconnu',
  number: () => 'ORD-00000000',
};

/**
 * A missing name for the path of this call; null when it has no parameter, or one that is not an id
 * (`{type}`).
 */
export function missingName({ endpoint }: Call): string | null {
  const parameter = /\{(\w+)\}/.exec(endpoint.path)?.[1];
  return parameter === undefined ? null : (missingNames[parameter]?.() ?? null);
}

/** Names that no resource can have, URL-encoded. */
export const malformedNames = [
  'not-a-uuid',
  '1',
  '%20',
  '..%2F',
  '..%2F..%2Fetc%2Fpasswd',
  '%252e%252e%252f',
  "1'%20or%20'1'%3D'1",
  '1%3B%20drop%20table%20users%3B--',
  '%00',
  '%F0%9F%8F%A0',
  '%7B%22%24ne%22%3Anull%7D',
  'x'.repeat(5_000),
] as const;
