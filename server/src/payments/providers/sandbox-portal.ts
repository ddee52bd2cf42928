import { readFileSync } from 'node:fs';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import { plainText } from '@amasin/domain/contract/text.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorBody } from '../../refusal.ts';
import { escapeMarkup } from '../../routing/escape-markup.ts';
import { behave, behaviours, refundBehaviours, type SandboxContext } from './sandbox.ts';
import {
  findSandboxTransaction,
  type SandboxTransaction,
  updateSandboxTransaction,
} from './sandbox-queries.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const asset = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

const transactionId = plainText(100);
const path = z.object({ transactionId, behaviour: z.enum(behaviours) });
const refundPath = z.object({ transactionId, behaviour: z.enum(refundBehaviours) });
const query = z.object({ transactionId: transactionId.default(''), token: plainText(100).default('') });

/** As of another machine, so that its webhook calls do not wait for the turn of the calls that cause them (RFC 5737). */
const PROVIDER_ADDRESS = '192.0.2.1';

/**
 * Serves the embedded provider's own site, for demo mode only: the page of the iframe, and the route that simulates each
 * behaviour. Its webhook calls go through the whole HTTP server.
 */
export function serveSandboxPortal(app: FastifyInstance, sandbox: Omit<SandboxContext, 'deliver'>): void {
  const script = asset('portal-client.js');
  const style = asset('portal.css');
  const withWebhook: SandboxContext = {
    ...sandbox,
    deliver: async (payload, headers) => {
      const url = '/api/payments/webhooks/sandbox';
      await app.inject({ method: 'POST', url, payload, headers, remoteAddress: PROVIDER_ADDRESS });
    },
  };

  app.register(async (site) => {
    site.addHook('onSend', async (_request, reply) => {
      void reply.header('content-security-policy', POLICY);
      void reply.header('x-frame-options', 'SAMEORIGIN');
      void reply.header('cache-control', 'no-store');
    });
    site.get('/sandbox-pay', async (request, reply) => {
      const parsed = query.safeParse(request.query);
      const { token, transactionId } = parsed.data ?? { token: '', transactionId: '' };
      const found = await findSandboxTransaction(sandbox.db, transactionId);
      const valid = found !== null && found.token === token && found.expiresAt > sandbox.clock.now();
      return reply
        .code(valid ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(portalPage(valid ? found : null));
    });
    site.get('/sandbox-pay/portal.js', (_request, reply) => reply.type('text/javascript').send(script));
    site.get('/sandbox-pay/portal.css', (_request, reply) => reply.type('text/css').send(style));
    site.post('/sandbox-pay/transactions/:transactionId/:behaviour', async (request, reply) => {
      const parsed = path.safeParse(request.params);
      const outcome = parsed.success
        ? await behave(withWebhook, parsed.data.transactionId, parsed.data.behaviour)
        : null;
      if (outcome === null) return reply.code(404).send(errorBody('NOT_FOUND'));
      return { success: true, outcome };
    });
    site.post('/sandbox-pay/transactions/:transactionId/refund/:behaviour', async (request, reply) => {
      const parsed = refundPath.safeParse(request.params);
      if (!parsed.success || (await findSandboxTransaction(sandbox.db, parsed.data.transactionId)) === null)
        return reply.code(404).send(errorBody('NOT_FOUND'));
      const { transactionId, behaviour } = parsed.data;
      await updateSandboxTransaction(sandbox.db, transactionId, { refundBehaviour: behaviour });
      return { success: true };
    });
  });
}

const otherBehaviours = [
  ['approve-late', 'Accepter plus tard'],
  ['approve-twice', 'Accepter, et le dire deux fois'],
  ['wrong-amount', 'Payer un autre montant'],
  ['silent', 'Accepter sans rien dire'],
] as const;

/** Renders the page inside the payment frame; without a transaction, it says that the payment is no longer open. */
function portalPage(transaction: SandboxTransaction | null): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paiement de démonstration</title>
<link rel="stylesheet" href="/sandbox-pay/portal.css">
</head>
<body>
<main class="page" aria-label="Paiement mobile">
<p class="brand">Paiement mobile · démonstration</p>
${transaction === null ? notOpen : form(transaction)}
</main>
</body>
</html>
`;
}

const notOpen = `<h1>Ce paiement n’est plus ouvert</h1>
<p>Fermez cette fenêtre, puis recommencez le paiement. Rien n’a été débité.</p>`;

function form({ amount, message, transactionId }: SandboxTransaction): string {
  const money = formatAmount(amount);
  return `<h1>${money} F</h1>
<p>${escapeMarkup(message)}</p>
<p class="note">Aucun argent ne circule : choisissez ce que fera l’opérateur.</p>
<div id="actions" data-transaction="${escapeMarkup(transactionId)}">
<button type="button" class="main" data-behaviour="approve">Accepter le paiement</button>
<button type="button" data-behaviour="decline">Refuser le paiement</button>
<details>
<summary>Autres réponses de l’opérateur</summary>
${otherBehaviours.map(([key, label]) => `<button type="button" data-behaviour="${key}">${label}</button>`).join('\n')}
</details>
</div>
<p id="status" role="status" aria-live="polite"></p>
<script src="/sandbox-pay/portal.js"></script>`;
}
