import type { FastifyInstance } from 'fastify';
import type { Clock, Log } from '../ctx.ts';
import { SmsFailure, type SmsSender } from '../ports/sms-sender.ts';
import { escapeMarkup } from '../routing/escape-markup.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly at: Date;
}

export interface EmbeddedSms extends SmsSender {
  /** Newest first. */
  recent(): readonly Sms[];
}

const LIMIT = 100;

/** Sends nothing: messages are shown in the server's log and, in demo mode, on a page. */
export function embeddedSms({ clock, log }: { clock: Clock; log: Log }): EmbeddedSms {
  const sent: Sms[] = [];
  return {
    recent: () => sent,
    send: async ({ to, text }) => {
      sent.unshift({ to, text, at: clock.now() });
      sent.splice(LIMIT);
      // A warning, so that it is logged at the default level.
      log.warn({ to, text }, 'demo SMS');
      return { channel: 'sms', vendorId: null };
    },
  };
}

/** Without a provider nothing is sent, which is logged at start. */
export const noSms: SmsSender = {
  send: () => Promise.reject(new SmsFailure('off', 'no SMS provider is set')),
};

/**
 * Lists the demo messages, as HTML for a browser, else as JSON. The page shows codes to anyone, so
 * it is served only with the embedded sender, which DEMO=0 rejects.
 */
export function serveSmsPage(app: FastifyInstance, sender: EmbeddedSms): void {
  app.get('/api/dev/sms', { schema: { hide: true } }, (request, reply) => {
    const messages = sender.recent();
    if (!request.headers.accept?.includes('text/html'))
      return reply.send({ messages, total: messages.length });
    return reply.type('text/html; charset=utf-8').send(page(messages));
  });
}

function page(messages: ReturnType<EmbeddedSms['recent']>): string {
  const rows = messages.map(
    ({ to, text, at }) =>
      `<dt>${escapeMarkup(to)}, ${at.toISOString().slice(11, 19)} UTC</dt><dd>${escapeMarkup(text)}</dd>`,
  );
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>SMS de démonstration · Amasin</title>
</head>
<body>
<main>
<h1>SMS de démonstration</h1>
<p>Rien n’est envoyé : voici les ${messages.length > 1 ? `${messages.length} derniers messages` : 'derniers messages'} que des téléphones auraient reçus.</p>
${rows.length === 0 ? '<p>Aucun message pour le moment. Demandez un code, puis rechargez cette page.</p>' : `<dl>${rows.join('\n')}</dl>`}
</main>
</body>
</html>
`;
}
