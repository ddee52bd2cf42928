import { expect, test } from 'vitest';
import { nextStep } from './expected.ts';

type Facts = Parameters<typeof nextStep>[0];
type Reason = NonNullable<Facts['problem']>['reason'];

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

const at = readyAt;
const onItsWay: Facts = { ...paid, state: 'delivering', pharmacy, deliveryPerson, readyAt };
const blocked = (order: Facts, reason: Reason): Facts => ({ ...order, problem: { reason, note: null, at } });
const broughtBack = { reason: 'customer-absent', at, heldBy: null } as const;

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
  [
    {
      ...paid,
      state: 'delivering',
      pharmacy,
      deliveryPerson,
      readyAt,
      waiting: { since: '2026-11-20T09:00:00.000Z', minutes: 10 },
    },
    null,
    'Romaric vous attend devant chez vous.',
  ],
  [{ ...paid, state: 'delivered', pharmacy, deliveryPerson, readyAt }, null, null],
  [{ ...paid, state: 'ended', pharmacy, deliveryPerson, readyAt }, null, null],
])('%o, read in %s min: %s', (order, minutes, sentence) => {
  expect(nextStep(order, minutes)).toBe(sentence);
});

test.each<[Facts, sentence: string]>([
  [
    blocked({ ...paid, pharmacy }, 'medicine-out-of-stock'),
    'La pharmacie Fifamè ne peut pas encore la préparer. Notre équipe s’en occupe et vous prévient ; vous n’avez rien à faire.',
  ],
  [
    blocked(onItsWay, 'customer-absent'),
    'Le livreur ne vous a pas trouvé. Gardez votre téléphone près de vous : nous nous en occupons.',
  ],
  [
    blocked(onItsWay, 'address-not-found'),
    'Le livreur ne trouve pas votre adresse. Gardez votre téléphone près de vous : nous nous en occupons.',
  ],
  [
    blocked(onItsWay, 'recalled'),
    'Un médicament est rappelé. Notre équipe s’en occupe et vous prévient ; vous n’avez rien à faire.',
  ],
  [
    blocked({ ...paid, pharmacy, deliveryPerson }, 'medicine-missing'),
    'Il manque un médicament. Notre équipe s’en occupe et vous prévient ; vous n’avez rien à faire.',
  ],
  [
    { ...paid, pharmacy, readyAt, broughtBack },
    'Pas encore remise : le livreur ne vous a pas trouvé. Nous vous l’apportons dès qu’un livreur est libre.',
  ],
  [
    { ...paid, pharmacy, deliveryPerson, readyAt, broughtBack },
    'Nouvelle livraison : Romaric part bientôt vers vous.',
  ],
])('while it is blocked or brought back, neither « prépare » nor « en route »: %o: %s', (order, sentence) => {
  expect(nextStep(order, null)).toBe(sentence);
});

test.each<[Facts, sentence: string]>([
  [paid, 'Payée : nous cherchons encore une pharmacie. Vous pouvez l’attendre, ou demander l’annulation.'],
  [{ ...paid, pharmacy, readyAt }, 'Prête : nous cherchons encore un livreur.'],
  [onItsWay, 'Romaric est en route vers vous.'],
])('late, %o: %s', (order, sentence) => {
  expect(nextStep(order, null, true)).toBe(sentence);
});
