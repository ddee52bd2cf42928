import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ProviderStatus } from '../../ports/payment-provider.ts';
import { isSameText } from '../../routing/same-text.ts';

/** The provider answered, but not what was asked for. The message has no key and no content of the answer. */
export class ProviderError extends Error {
  /** The answer had this status; null when its content was unreadable. */
  readonly status: number | null;
  /** Private: a log writes the properties of an error. */
  readonly #words: string | null;
  constructor(message: string, status: number | null, words: string | null = null) {
    super(message);
    this.status = status;
    this.#words = words;
  }
  /** Returns the provider's own words for its refusal, if there are any. */
  get words(): string | null {
    return this.#words;
  }
}

interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The time limit of the whole call, ms. */
  readonly limitMs: number;
}

/**
 * Makes one JSON call to a provider, with a time limit. Redirects are not followed: they would get the key.
 * @returns null for 404
 * @throws ProviderError for another status than 2xx, or an answer that does not match the schema
 */
export async function callProvider<S extends z.ZodType>(
  { method, url, headers = {}, body, limitMs }: ProviderCall,
  schema: S,
): Promise<z.output<S> | null> {
  const response = await fetch(url, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(limitMs),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (response.status === 404) return null;
  const content = readJson(answer);
  if (!response.ok) {
    const words = refusal.safeParse(content).data?.message ?? null;
    throw new ProviderError(`the provider answered ${response.status}`, response.status, words);
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new ProviderError('the answer of the provider is unreadable', null);
  return parsed.data;
}

/** @returns undefined when it is not JSON */
export function readJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** Accepts printable ASCII of at most 100 characters, from a text or a number. */
export const name = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^[\x21-\x7e]{1,100}$/));

/** Reads an absurd amount as null, which puts money under review; so do the next two with a currency and a reference. */
export const wholeAmount = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null);
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullish()
  .catch(null);
export const referenceName = name.nullish().catch(null);

/** Makes one line of what a provider says to people, without what a database or a page cannot show, cut to 200 characters. */
export const text = z
  .union([z.string(), z.int()])
  .transform(
    (given) =>
      String(given)
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 200) || null,
  )
  .nullish()
  .transform((given) => given ?? null)
  .catch(null);

const refusal = z.object({ message: text });

export const pending: ProviderStatus = { report: 'pending', amount: null, currency: null, reference: null };

/** The time of a signature may differ from ours by this much, s. */
const TOLERANCE_S = 300;

/** Makes the header `t=<unix>,s=<hex>` with the HMAC-SHA256 of `t.rawBody` (FedaPay, our generic portal and the sandbox). */
export function signCall(rawBody: string | Buffer, secret: string, at: Date): string {
  const t = String(Math.floor(at.getTime() / 1000));
  return `t=${t},s=${hmac(t, rawBody, secret)}`;
}

interface WebhookSecrets {
  readonly webhookSecret: string;
  /** Accepted too, while the secret is being replaced. */
  readonly oldWebhookSecret?: string;
}

/** The secrets with which a provider may sign its calls. */
export const webhookSecretsOf = ({ webhookSecret, oldWebhookSecret }: WebhookSecrets): string[] =>
  oldWebhookSecret === undefined ? [webhookSecret] : [webhookSecret, oldWebhookSecret];

/** Checks the header of `signCall`, which has several `s` while the provider replaces a secret. */
export function isSignedCall(
  rawBody: Buffer,
  header: unknown,
  secrets: readonly string[],
  now: Date,
): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false;
  const parts = header.split(',').map((part) => part.trim());
  const t = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(t) || Math.abs(now.getTime() / 1000 - Number(t)) > TOLERANCE_S) return false;
  const expected = secrets.map((secret) => `s=${hmac(t, rawBody, secret)}`);
  return parts.some((part) => expected.some((one) => isSameText(part, one)));
}

function hmac(t: string, rawBody: string | Buffer, secret: string): string {
  return createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
}
