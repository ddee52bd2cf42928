import type { Endpoint, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { type RefusalCode, refusalMessage, refusals } from '@amasin/domain/contract/refusals.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { expect, onTestFinished, vi } from 'vitest';

/** A request. */
export type Sent = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
};

type Values = Record<string, string>;

class Refusal {
  readonly code: RefusalCode;
  readonly fields: Record<string, string> | undefined;
  readonly quote: Quote | undefined;
  readonly values: Values;
  constructor(code: RefusalCode, fields?: Record<string, string>, quote?: Quote, values: Values = {}) {
    this.code = code;
    this.fields = fields;
    this.quote = quote;
    this.values = values;
  }
}

/** Responds with a refusal of the contract; `quote` for AMOUNT_CHANGED, `values` for the placeholders of the message. */
export const refuse = (code: RefusalCode, fields?: Record<string, string>, quote?: Quote, values?: Values) =>
  new Refusal(code, fields, quote, values);

/** A handler returns it to fail the request. */
export const networkError = Symbol('networkError');

/** A `Response` when it is not JSON, such as a file. */
type Reply<T> = T | Refusal | Response | typeof networkError;
type Handler = (sent: Sent) => unknown;

/**
 * A server in place of `fetch`, typed by the contract: a response of another shape does not compile, and an unexpected call
 * fails the test.
 */
export function fakeApi() {
  // Every customer's page requests the open payments, those of orders the links that others pay by, what remains of prescriptions and
  // what was said after a delivery and what is recalled, their profile the consents and allergies, open orders their warnings, those of pharmacies, pharmacists and prescribers what they are asked, and the pages
  // of registration whether they are open: there are none, and they are, unless a test
  // overrides this.
  const handlers: { matches: RegExp; handler: Handler }[] = [
    { matches: /^GET \/api\/payments$/, handler: () => ({ payments: [] }) },
    { matches: /^GET \/api\/prescriptions\/open$/, handler: () => ({ prescriptions: [], total: 0 }) },
    { matches: /^GET \/api\/inquiries$/, handler: () => ({ inquiries: [], total: 0 }) },
    { matches: /^GET \/api\/substitutions$/, handler: () => ({ substitutions: [], total: 0 }) },
    { matches: /^GET \/api\/orders\/[^/]+\/warnings$/, handler: () => ({ warnings: [], total: 0 }) },
    { matches: /^GET \/api\/warnings\/counts$/, handler: () => ({ rules: [] }) },
    { matches: /^GET \/api\/allergies$/, handler: () => ({ allergies: null }) },
    { matches: /^GET \/api\/orders\/[^/]+\/reports$/, handler: () => ({ reports: [], total: 0 }) },
    {
      matches: /^GET \/api\/orders\/[^/]+\/feedback$/,
      handler: () => ({ feedback: { answer: null, until: null } }),
    },
    {
      matches: /^GET \/api\/feedback\/counts$/,
      handler: () => ({ counts: { answers: 0, wrong: 0, pharmacies: [], deliveryPersons: [], zones: [] } }),
    },
    { matches: /^GET \/api\/recalls\/(received|to-prepare)$/, handler: () => ({ recalls: [], total: 0 }) },
    { matches: /^GET \/api\/pay-links$/, handler: () => ({ payLinks: [] }) },
    { matches: /^GET \/api\/users\/me\/consents$/, handler: () => ({ consents: [] }) },
    { matches: /^GET \/api\/house$/, handler: () => ({ house: {}, registrations: {} }) },
  ];
  const sent: Sent[] = [];
  const unexpected: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://amasin.test');
    const request: Sent = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: new Headers(init.headers),
      body: bodyOf(init.body),
    };
    sent.push(request);
    const called = `${request.method} ${request.path}`;
    const handler = handlers.filter(({ matches }) => matches.test(called)).at(-1)?.handler;
    if (handler === undefined) unexpected.push(called);
    return toResponse(handler === undefined ? refuse('ROUTE_NOT_FOUND') : await handler(request));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    expect(unexpected).toEqual([]);
  });
  return {
    sent,
    /** The last handler of an endpoint wins. */
    on<E extends Endpoint>(
      endpoint: E,
      handler: (sent: Sent) => Reply<ResponseBody<E>> | Promise<Reply<ResponseBody<E>>>,
    ): void {
      const path = endpoint.path.replace(/\{\w+\}/g, '[^/]+');
      handlers.push({ matches: new RegExp(`^${endpoint.method} /api${path}$`), handler });
    },
  };
}

function bodyOf(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

function toResponse(reply: unknown): Response {
  if (reply === networkError) throw new TypeError('Failed to fetch');
  if (reply === null) return new Response(null, { status: 204 });
  if (reply instanceof Response) return reply;
  if (!(reply instanceof Refusal)) return Response.json(reply);
  const { code, fields, quote, values } = reply;
  const message = refusalMessage(code, { total: quote?.total ?? 0, ...values });
  const more = { ...(fields && { fields }), ...(quote && { quote }) };
  return Response.json({ success: false, code, message, ...more }, refusals[code]);
}
