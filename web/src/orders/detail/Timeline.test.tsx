import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { orderActions } from '@amasin/domain/orders/lifecycle.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Timeline } from './Timeline.tsx';

const system = { name: 'Amasin', type: 'system' };
const change = (action: string, from: string | null = null, to: string | null = null) => ({
  actor: system,
  action,
  from,
  to,
  reason: null as 'no-answer' | null,
});

/** What a supervisor reads of these events, in their order: what happened, and who did it. */
async function read(events: readonly ReturnType<typeof change>[]) {
  const api = fakeApi();
  // A minute apart: the last one is shown first.
  const at = (minute: number) => new Date(Date.parse('2026-11-20T13:05:00Z') + minute * 60_000).toISOString();
  const timeline = events.map((event, minute) => ({ ...event, at: at(minute) }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline, total: timeline.length }));
  showPage(<Timeline orderId="an-order" reader="supervisor" />, '/');
  const rows = await screen.findAllByRole('listitem');
  return rows.reverse().map(({ children }) => {
    const [what, who] = [...children].map(({ textContent }) => textContent);
    return { what, who: who?.split(' ·')[0] };
  });
}

test('describes what happened in French', async () => {
  const rows: [ReturnType<typeof change>, string][] = [
    [change('create', null, 'pending'), 'Commande passée et payée'],
    [change('create', null, 'pre-treatment'), 'Commande passée'],
    [change('assign-pharmacy', null, 'Pharmacie Camp Guézo'), 'Pharmacie assignée : Pharmacie Camp Guézo'],
    [change('replace-delivery-person', 'Codjo', 'Sènan'), 'Livreur remplacé : Codjo → Sènan'],
    [
      { ...change('replace-delivery-person', 'Codjo', 'Sènan'), reason: 'no-answer' },
      'Livreur remplacé : Codjo → Sènan (pas de réponse)',
    ],
    [change('report-problem', null, 'customer-absent'), 'Difficulté signalée : client absent'],
    [change('start-delivery', 'pending', 'delivering'), 'Livraison commencée'],
    [change('end', 'delivered', 'ended'), 'Commande terminée'],
    [change('edit-prescription'), 'Ordonnance corrigée'],
    [
      change('take-offer', '5100', '5540'),
      'Le client a accepté ce qu’une pharmacie propose : 5\u202f100\u00a0F → 5\u202f540\u00a0F',
    ],
    [change('drop-offer', '5540', '5100'), 'Retour à nos prix : 5\u202f540\u00a0F → 5\u202f100\u00a0F'],
    [change('check-insurance', 'false', 'true'), 'Carte d’assurance vérifiée'],
    [change('check-insurance', 'true', 'false'), 'Carte d’assurance à vérifier de nouveau'],
    [change('split', 'pending', 'delivered'), 'Commande passée à «\u00a0Livrée\u00a0»'],
    [change('split'), 'Commande mise à jour'],
  ];
  const shown = await read(rows.map(([event]) => event));
  expect(shown.map(({ what }) => what)).toEqual(rows.map(([, text]) => text));
});

test('describes every action of an order', async () => {
  const shown = await read(orderActions.map((action) => change(action)));
  expect(shown).toHaveLength(orderActions.length);
  expect(shown.map(({ what }) => what)).not.toContain('Commande mise à jour');
});

test('names a person with their role, and the platform without one', async () => {
  const courier = { ...change('start-delivery'), actor: { name: 'Codjo', type: 'deliveryPerson' } };
  expect((await read([courier, change('end')])).map(({ who }) => who)).toEqual(['Codjo, livreur', 'Amasin']);
});
