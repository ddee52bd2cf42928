import { expect, test } from 'vitest';
import { nextStep } from './expected.ts';

type Facts = Parameters<typeof nextStep>[0];

const paid: Facts = {
  state: 'pending',
  itemsCount: 1,
  photoProblem: null,
  insuranceCard: null,
  pharmacy: null,
  deliveryPerson: null,
  readyAt: null,
  allowedActions: [],
};
const unread: Facts = { ...paid, state: 'pre-treatment', itemsCount: 0 };
const pharmacy = { _id: 'p', name: 'Pharmacie Fifamè' };
const deliveryPerson = { _id: 'd', name: 'Romaric' };
const awaited = { _id: 'c', label: null, taux: 80, url: 'k', verified: false, awaited: true } as const;
const readyAt = '2026-11-20T09:00:00.000Z';

test.each<[Facts, minutes: number | null, sentence: string | null]>([
  [unread, 20, 'Photo reçue : un pharmacien la lit. Comptez environ 20\u00a0min.'],
  [unread, null, 'Photo reçue : un pharmacien la lit.'],
  [
    { ...unread, photoProblem: 'dark', allowedActions: ['replace-photo'] },
    20,
    'Photo à refaire : envoyez-en une autre, un pharmacien la lira.',
  ],
  [
    { ...unread, itemsCount: 2, allowedActions: ['pay'] },
    20,
    'À payer : la pharmacie prépare dès votre paiement.',
  ],
  [
    { ...unread, itemsCount: 2, insuranceCard: awaited, allowedActions: ['pay'] },
    20,
    'Carte d’assurance à vérifier avant le paiement',
  ],
  [{ ...unread, itemsCount: 2 }, 20, 'Votre ordonnance est lue.'],
  [paid, null, 'Payée : nous cherchons une pharmacie.'],
  [{ ...paid, pharmacy }, null, 'La pharmacie Fifamè prépare votre commande.'],
  [
    { ...paid, pharmacy: { ...pharmacy, name: 'Camp Guézo' } },
    null,
    'La pharmacie Camp Guézo prépare votre commande.',
  ],
  [{ ...paid, pharmacy, deliveryPerson }, null, 'La pharmacie Fifamè prépare votre commande.'],
  [{ ...paid, pharmacy, readyAt }, null, 'Prête : nous cherchons un livreur.'],
  [{ ...paid, pharmacy, deliveryPerson, readyAt }, null, 'Prête : Romaric vient la chercher.'],
  [
    { ...paid, state: 'delivering', pharmacy, deliveryPerson, readyAt },
    null,
    'Romaric est en route vers vous.',
  ],
  [{ ...paid, state: 'delivered', pharmacy, deliveryPerson, readyAt }, null, null],
  [{ ...paid, state: 'ended', pharmacy, deliveryPerson, readyAt }, null, null],
])('%o, read in %s min: %s', (order, minutes, sentence) => {
  expect(nextStep(order, minutes)).toBe(sentence);
});
