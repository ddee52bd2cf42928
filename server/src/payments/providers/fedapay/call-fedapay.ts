import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { z } from 'zod';
import type { FedapaySettings } from '../../../settings/payment-settings.ts';
import { callProvider, ProviderError } from '../call-provider.ts';

/** Their names of the operators that they ask without a page of theirs. */
export const modes = {
  mtn: 'mtn_open',
  moov: 'moov',
  celtiis: 'sbin',
} as const satisfies Record<Operator, string>;

export const phoneOf = (number: string) => ({ number, country: 'bj' });

export type Caller = ReturnType<typeof callFedapay>;

/** FedaPay's interface with this account's key. */
export function callFedapay({ url, secretKey }: FedapaySettings, limitMs: number) {
  const headers = { authorization: `Bearer ${secretKey}` };
  const at = (path: string) => ({ url: `${url}/v1${path}`, headers, limitMs });
  const send =
    (method: 'POST' | 'PUT') =>
    async <S extends z.ZodType>(path: string, schema: S, body: object = {}): Promise<z.output<S>> => {
      const answer = await callProvider({ method, ...at(path), body }, schema);
      if (answer === null) throw new ProviderError('the provider answered 404', 404);
      return answer;
    };
  return {
    get: <S extends z.ZodType>(path: string, schema: S) =>
      callProvider({ method: 'GET', ...at(path) }, schema),
    post: send('POST'),
    put: send('PUT'),
    /** Its answer has no content. */
    remove: (path: string, schema: z.ZodType) => callProvider({ method: 'DELETE', ...at(path) }, schema),
  };
}
