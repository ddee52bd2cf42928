import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';

/** The message that Node publishes about each call of `fetch`. */
interface Told {
  readonly request: { readonly origin: string | URL; readonly method: string };
  readonly response?: { readonly statusCode: number };
}

interface Call {
  /** The same object at the start and at the end of a call. */
  readonly request: Told['request'];
  readonly host: string;
  /** Null without an answer. */
  readonly status: number | null;
}

interface Watcher {
  readonly onStart?: (call: Call) => void;
  readonly onEnd: (call: Call) => void;
}

/**
 * Observes all calls of this process to outside services: payments, messages, Firebase.
 * @returns stops it
 */
export function watchOutboundCalls({ onStart = () => {}, onEnd }: Watcher): () => void {
  const tell =
    (listener: (call: Call) => void): ChannelListener =>
    (message) => {
      const { request, response } = message as Told;
      listener({ request, host: new URL(request.origin).host, status: response?.statusCode ?? null });
    };
  const listeners = {
    'undici:request:create': tell(onStart),
    'undici:request:headers': tell(onEnd),
    'undici:request:error': tell(onEnd),
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
