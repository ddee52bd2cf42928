import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** What Node says of each call of `fetch`. */
interface Told {
  readonly request: { readonly origin: string | URL };
  readonly response?: { readonly statusCode: number };
}

/**
 * Observes all calls of this process to outside services: payments, messages, Firebase.
 * @param onEnd receives the host and the status of the answer, `error` without one
 * @returns stops it
 */
export function watchOutboundCalls(onEnd: (host: string, status: string) => void): () => void {
  const end = (message: unknown) => {
    const { request, response } = message as Told;
    onEnd(new URL(request.origin).host, response === undefined ? 'error' : String(response.statusCode));
  };
  const channels = ['undici:request:headers', 'undici:request:error'];
  for (const channel of channels) subscribe(channel, end);
  return () => {
    for (const channel of channels) unsubscribe(channel, end);
  };
}
