import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a fake provider answers all calls; `null` as its documentation says. */
export type Trouble = 'silent' | 'error' | 'garbage' | 'other-shape' | 'refused-key' | null;

/** The outcome of a transaction, as the provider answers it. */
export interface Outcome {
  readonly status: 'pending' | 'paid' | 'declined' | 'cancelled';
  /** The provider's own word for it, where it has several. */
  readonly word?: string;
  readonly amount?: number;
  readonly currency?: string;
  /** The answer has no reference of the provider. */
  readonly withoutReference?: boolean;
  /** The answer names this transaction of ours instead. */
  readonly ofTransaction?: string;
}

/** A provider over HTTP on this machine, with its own transactions. */
export interface FakeProvider {
  readonly url: string;
  /** The calls that it received, as `POST /path`. */
  readonly calls: readonly string[];
  /** The authorization and key headers of the last call. */
  readonly lastHeaders: IncomingMessage['headers'];
  trouble: Trouble;
  /** Sets what became of our transaction. */
  settle(transactionId: string, outcome: Outcome): void;
  /** Somebody pays our transaction back in the provider's dashboard. */
  payBack(transactionId: string): void;
  /** XOF of ours that it has, from its own book: paid, less what was paid back and paid out. */
  held(): number;
  /** Its webhook call about our transaction. */
  webhook(transactionId: string, signed: { secret?: string; at: Date }): WebhookCall;
  close(): Promise<void>;
}

export interface WebhookCall {
  readonly payload: string;
  readonly headers: Record<string, string>;
}

/** A transaction in the book of a provider. */
interface Booked {
  readonly amount: number;
  readonly outcome: Outcome;
  readonly isPaidBack?: boolean;
}

/** XOF that were paid and not paid back. */
export function sumHeld(book: Iterable<Booked>): number {
  let sum = 0;
  for (const { amount, outcome, isPaidBack } of book) {
    const isHere = outcome.status === 'paid' && !isPaidBack && (outcome.currency ?? 'XOF') === 'XOF';
    if (isHere) sum += outcome.amount ?? amount;
  }
  return sum;
}

export interface Asked {
  readonly route: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: any JSON.
  readonly body: any;
}

interface Answer {
  readonly status?: number;
  readonly body: object | string;
}

/** Serves JSON answers, and troubles instead of them. */
export async function serveFake(
  answer: (asked: Asked) => Answer,
  state: { trouble: Trouble },
): Promise<Pick<FakeProvider, 'url' | 'calls' | 'lastHeaders' | 'close'>> {
  const calls: string[] = [];
  let lastHeaders: IncomingMessage['headers'] = {};
  const server = createServer(async (request, response) => {
    // A kit that is sent here by a proxy setting gives the whole address.
    const route = `${request.method} ${request.url?.replace(/^https?:\/\/[^/]+/, '')}`;
    calls.push(route);
    lastHeaders = request.headers;
    const text = await textOf(request);
    const body = text === '' ? null : JSON.parse(text);
    respond(response, state.trouble, () => answer({ route, headers: request.headers, body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get lastHeaders() {
      return lastHeaders;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const troubles: Readonly<Record<Exclude<Trouble, 'silent' | null>, [number, string, string?]>> = {
  error: [500, '<h1>Internal Server Error</h1>', 'text/html'],
  garbage: [200, '{"status": "appro'],
  'other-shape': [200, '{"data": []}'],
  'refused-key': [401, '{"message": "Erreur d’authentification"}'],
};

function respond(response: ServerResponse, trouble: Trouble, answer: () => Answer): void {
  if (trouble === 'silent') return;
  if (trouble !== null) {
    send(response, ...troubles[trouble]);
    return;
  }
  const { status = 200, body } = answer();
  if (typeof body === 'string') send(response, status, body, 'text/html; charset=utf-8');
  else send(response, status, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, text: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
