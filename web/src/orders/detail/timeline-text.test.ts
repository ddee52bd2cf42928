import { orderActions } from '@amasin/domain/orders/lifecycle.ts';
import { expect, test } from 'vitest';
import { describeActor, describeEvent, type TimelineLine } from './Timeline.tsx';

function line(action: string, from: string | null = null, to: string | null = null): TimelineLine {
  return {
    at: '2026-11-20T13:05:00.000Z',
    actor: { name: 'Amasin', type: 'system' },
    action,
    from,
    to,
    reason: null,
  };
}

test.each([
  [line('create', null, 'pending'), 'Commande passée et payée'],
  [line('create', null, 'pre-treatment'), 'Commande passée'],
  [line('assign-pharmacy', null, 'Pharmacie Camp Guézo'), 'Pharmacie assignée : Pharmacie Camp Guézo'],
  [line('replace-delivery-person', 'Codjo', 'Sènan'), 'Livreur remplacé : Codjo → Sènan'],
  [
    { ...line('replace-delivery-person', 'Codjo', 'Sènan'), reason: 'no-answer' as const },
    'Livreur remplacé : Codjo → Sènan (pas de réponse)',
  ],
  [line('report-problem', null, 'customer-absent'), 'Difficulté signalée : client absent'],
  [line('start-delivery', 'pending', 'delivering'), 'Livraison commencée'],
  [line('end', 'delivered', 'ended'), 'Commande terminée'],
  [line('edit-prescription'), 'Ordonnance corrigée'],
  [line('check-insurance', 'false', 'true'), 'Carte d’assurance vérifiée'],
  [line('check-insurance', 'true', 'false'), 'Carte d’assurance à vérifier de nouveau'],
  [line('split', 'pending', 'delivered'), 'Commande passée à «\u00a0Livrée\u00a0»'],
  [line('split'), 'Commande mise à jour'],
])('describes $action in French', (event, text) => {
  expect(describeEvent(event, 'supervisor')).toBe(text);
});

test('describes every action of an order', () => {
  for (const action of orderActions) {
    expect(describeEvent(line(action), 'supervisor'), action).not.toBe('Commande mise à jour');
  }
});

test('names a person with their role, and the platform without one', () => {
  expect(describeActor({ name: 'Codjo', type: 'deliveryPerson' })).toBe('Codjo, livreur');
  expect(describeActor({ name: 'Amasin', type: 'system' })).toBe('Amasin');
});
