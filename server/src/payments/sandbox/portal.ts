import { readFileSync } from 'node:fs';
import { plainText } from '@amasin/domain/contract/text.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorBody } from '../../refusal.ts';
import { behave, behaviours, type SandboxContext } from './behave.ts';
import { portalPage } from './portal-page.ts';
import { findSandboxTransaction, updateSandboxTransaction } from './queries.ts';
import { refundBehaviours } from './refund.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const asset = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

const transactionId = plainText(100);
const path = z.object({ transactionId, behaviour: z.enum(behaviours) });
const refundPath = z.object({ transactionId, behaviour: z.enum(refundBehaviours) });
const query = z.object({ transactionId: transactionId.default(''), token: plainText(100).default('') });

/**
 * The embedded provider's own site, for demo mode only: the page of the iframe, and the route that simulates each
 * behaviour. Its webhook calls go through the whole HTTP server.
 */
export function serveSandboxPortal(app: FastifyInstance, sandbox: Omit<SandboxContext, 'deliver'>): void {
  const script = asset('portal-client.js');
  const style = asset('portal.css');
  const withWebhook: SandboxContext = {
    ...sandbox,
    deliver: async (payload, headers) => {
      await app.inject({ method: 'POST', url: '/api/payments/webhooks/sandbox', payload, headers });
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
