import { inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order, OrderInquiry } from '@amasin/domain/orders/order.ts';
import { payLinkEndpoints, paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearStored } from '../../lib/stored.ts';
import Tracking from '../../pages/customer/tracking.tsx';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { portal } from '../../testing/payments.ts';
import { showPage } from '../../testing/show-page.tsx';

// Rule 64: pharmacies say what they have before money moves.

type Pharmacy = OrderInquiry['pharmacies'][number];
type Line = Pharmacy['lines'][number];

const id = (n: number) => `0198a000-0000-7000-8000-0000000000${n}`;
const arrow = { medicationId: id(71), label: 'AMOXICILLINE ARROW 500 mg', quantity: 2, price: 1_000 };
const syrup = { medicationId: id(72), label: 'Sirop contre la toux', quantity: 1, price: 2_000 };

const lines = (first: Partial<Line> = {}, second: Partial<Line> = {}): Line[] => [
  { ...arrow, answer: null, ...first },
  { ...syrup, answer: null, ...second },
];
const there = { answer: 'there' } as const;
const missing = { answer: 'missing' } as const;

const pharmacy = (change: Partial<Pharmacy> = {}): Pharmacy => ({
  _id: id(51),
  name: 'Pharmacie Akpakpa',
  state: 'asked',
  askedAt: '2026-11-20T13:05:00.000Z',
  answeredAt: null,
  heldUntil: null,
  lines: lines(),
  total: null,
  isAgreed: false,
  ...change,
});
const answered = (change: Partial<Pharmacy> = {}): Pharmacy =>
  pharmacy({
    state: 'answered',
    answeredAt: '2026-11-20T13:20:00.000Z',
    heldUntil: '2026-11-20T13:50:00.000Z',
    lines: lines(there, { answer: 'other', offered: { label: syrup.label, price: 2_400 } }),
    total: 5_540,
    ...change,
  });
const agreed = (change: Partial<Pharmacy> = {}) =>
  answered({ lines: lines(there, there), total: 5_100, isAgreed: true, ...change });

const inquiry = (
  state: OrderInquiry['state'],
  pharmacies: Pharmacy[],
  mayPayNow = false,
): Partial<Order> => ({ inquiry: { state, mayPayNow, pharmacies } });
const unpaid = (change: Partial<Order> = {}) =>
  anOrder({
    state: 'pre-treatment',
    finalAmount: 0,
    totalAmount: 5_100,
    allowedActions: ['pay', 'cancel'],
    ...change,
  });

beforeEach(() => {
  clearStored();
  vi.setSystemTime(new Date('2026-11-20T13:25:00Z'));
  onTestFinished(() => void vi.useRealTimers());
});

/** Shows the order on the page on which its customer follows it. @returns what it sends, and how the server has it from now on */
async function follow(change: Partial<Order>) {
  const api = fakeApi();
  let shown = unpaid(change);
  api.on(orderEndpoints.listOrders, () => aListOf(unpaid()));
  api.on(orderEndpoints.readOrder, () => ({ order: shown }));
  api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-1', amount: 5_540, portal }));
  showPage(<Tracking />, `/tracking?order=${shown._id}`);
  const found = await screen.findByRole('region', { name: 'Détail de la commande' });
  await waitFor(() => expect(within(found).queryByLabelText('Chargement…')).toBeNull());
  return {
    api,
    region: within(found),
    /** The calls that change something, in their order. */
    sent: () =>
      api.sent
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => [`${method} ${path.replace(shown._id, '{id}')}`, body]),
    becomes: (next: Partial<Order>) => {
      shown = unpaid(next);
      return { order: shown };
    },
  };
}

const textOf = (element: HTMLElement) => element.textContent?.replaceAll(/\s/g, ' ') ?? '';
const tap = async (name: RegExp | string) => fireEvent.click(await screen.findByRole('button', { name }));
const asked = async () => textOf(await screen.findByRole('list', { name: 'Pharmacies demandées' }));

const OFFER = 'POST /api/orders/{id}/offer';
const ASK = 'POST /api/orders/{id}/inquiry';
const PAY = 'POST /api/payments';

describe('while pharmacies are asked', () => {
  it('shows who is asked, since when, and their lines filling in; nothing is to pay', async () => {
    const begun = pharmacy({ lines: lines(there) });
    const silent = pharmacy({ _id: id(52), name: 'Pharmacie Dantokpa', state: 'silent' });
    const { region } = await follow(inquiry('asking', [begun, silent]));
    await region.findByText('Nous demandons aux pharmacies');
    expect(await asked()).toBe(
      'Pharmacie Akpakpa demandée à 14 h 05' +
        '2 × AMOXICILLINE ARROW 500 mg là' +
        '1 × Sirop contre la toux en attente' +
        'Pharmacie Dantokpa demandée à 14 h 05' +
        'pas encore de réponse, nous demandons aussi ailleurs',
    );
    expect(region.getByText(/Vous pouvez fermer cette page/)).toBeDefined();
    expect(region.queryByRole('button', { name: /^Payer/ })).toBeNull();
    expect(region.queryByText('Votre commande est à payer')).toBeNull();
    expect(region.getByRole('button', { name: /^Annuler/ })).toBeDefined();
  });

  it.each([
    ['refused', 'n’a pas vos médicaments'],
    ['lapsed', 'ne garde plus vos médicaments'],
    ['ended', 'n’est plus demandée'],
  ] as const)('a pharmacy that has %s it %s', async (state, words) => {
    await follow(inquiry('asking', [pharmacy(), pharmacy({ _id: id(52), name: 'Pharmacie Étoile', state })]));
    expect(await asked()).toMatch(new RegExp(`Pharmacie Étoile demandée à 14 h 05${words}$`));
  });

  it('can be paid without waiting where the house allows it', async () => {
    const { sent, region } = await follow(inquiry('asking', [pharmacy()], true));
    await region.findByText('Ce qui manque vous est remboursé ou remplacé ensuite.');
    await tap('Payer sans attendre');
    await screen.findByTitle('Portail de paiement');
    expect(sent()).toEqual([[PAY, { orderId: unpaid()._id, withoutWaiting: true }]]);
  });

  it('keeps the box of today while its card is checked', async () => {
    const insuranceCard = {
      ...{ _id: 'c', label: 'NSIA', taux: 80, url: 'k', verified: false },
      awaited: true as const,
    };
    const { region } = await follow({ ...inquiry('asking', [pharmacy()]), insuranceCard });
    expect(region.getByRole('button', { name: /sans la carte$/ })).toBeDefined();
    expect(region.queryByText('Nous demandons aux pharmacies')).toBeNull();
  });
});

describe('an answer', () => {
  it('at a dearer price is agreed to and paid in one tap', async () => {
    const { api, sent, region, becomes } = await follow(inquiry('offered', [answered()]));
    api.on(inquiryEndpoints.takeOffer, () =>
      becomes({ ...inquiry('agreed', [answered({ isAgreed: true })]), totalAmount: 5_540 }),
    );
    const offer = await region.findByText('Pharmacie Akpakpa a vos médicaments');
    expect(textOf(offer.parentElement!)).toContain(
      '1 × Sirop contre la toux autre boîte ou prixPrix de cette pharmacie : 2 400 F au lieu de 2 000 F',
    );
    expect(textOf(offer.parentElement!)).toContain('Gardé pour vous jusqu’à 14 h 50.');
    await tap(/^Payer 5\s540\sF$/);
    await screen.findByTitle('Portail de paiement');
    expect(sent()).toEqual([
      [OFFER, { inquiryId: id(51), total: 5_540 }],
      [PAY, { orderId: unpaid()._id }],
    ]);
  });

  it.each<[string, Partial<Line>, RegExp]>([
    [
      'another box',
      { answer: 'other', offered: { label: syrup.label, price: 2_000 }, note: 'flacon de 150 ml' },
      /autre boîte ou prixLa pharmacie précise : flacon de 150 ml/,
    ],
    [
      'a cheaper box of several',
      { answer: 'other', offered: { label: syrup.label, price: 1_800 }, quantity: 3 },
      /Prix de cette pharmacie : 1 800 F au lieu de 2 000 F l’unité/,
    ],
    [
      'an equivalent',
      { answer: 'equivalent', offered: { label: 'TOUXIL', price: 2_500 } },
      /équivalentÀ la place de Sirop contre la toux : TOUXIL, même substance et même dosagePrix de cette pharmacie : 2 500 F au lieu de 2 000 F/,
    ],
    ['what lacks', missing, /Il manque : Sirop contre la toux\. Vous payez seulement ce qui est là\./],
  ])('says %s', async (_, second, words) => {
    const { region } = await follow(inquiry('offered', [answered({ lines: lines(there, second) })]));
    const offer = await region.findByText(/^Pharmacie Akpakpa a (une partie de )?vos médicaments$/);
    expect(textOf(offer.parentElement!)).toMatch(words);
    expect(textOf(offer.parentElement!)).toContain('2 × AMOXICILLINE ARROW 500 mg là');
  });

  it('of a part leaves the code alive for the rest, and others go on being asked', async () => {
    const part = answered({ lines: lines(there, missing), total: 2_900 });
    const other = pharmacy({ _id: id(52), name: 'Pharmacie Étoile' });
    const coded = { ...anOrder().prescription!, prescriptionNumber: 'ORD-12345678' };
    const { region } = await follow({ ...inquiry('asking', [part, other]), prescription: coded });
    await region.findByText('Pharmacie Akpakpa a une partie de vos médicaments');
    expect(region.getByText('Votre code reste valable pour le reste.')).toBeDefined();
    expect(region.getByRole('button', { name: /^Payer 2\s900\sF$/ })).toBeDefined();
    expect(await asked()).toMatch(/^Pharmacie Étoile demandée/);
  });

  it('says nothing of what the customer leaves out herself', async () => {
    const leftOut = [{ ...syrup, position: 1 }];
    const { region } = await follow({ ...inquiry('offered', [answered({ total: 2_900 })]), leftOut });
    const offer = await region.findByText('Pharmacie Akpakpa a vos médicaments');
    expect(textOf(offer.parentElement!)).not.toContain('Sirop');
  });

  it('is not wanted: others are asked', async () => {
    const { api, sent, region, becomes } = await follow(inquiry('offered', [answered()]));
    const other = pharmacy({ _id: id(52), name: 'Pharmacie Étoile' });
    api.on(inquiryEndpoints.askPharmacies, () =>
      becomes(inquiry('asking', [pharmacy({ state: 'ended' }), other])),
    );
    await tap('Demander ailleurs');
    await region.findByText('Nous demandons aux pharmacies');
    expect(sent()).toEqual([[ASK, { declined: id(51) }]]);
  });

  it('has another total meanwhile: shows it, and nothing is charged', async () => {
    const { api, sent, region, becomes } = await follow(inquiry('offered', [answered()]));
    api.on(inquiryEndpoints.takeOffer, () => {
      becomes(inquiry('offered', [answered({ total: 5_650 })]));
      const quote = { medicines: 4_500, deliveryFee: 700, commission: 450, reduction: 0, total: 5_650 };
      return refuse('AMOUNT_CHANGED', undefined, quote, { total: '5 650' });
    });
    await tap(/^Payer 5\s540\sF$/);
    await region.findByText(/^Le montant a changé : 5\s650\sF/);
    await region.findByRole('button', { name: /^Payer 5\s650\sF$/ });
    expect(sent().map(([call]) => call)).toEqual([OFFER]);
  });

  it('has lapsed meanwhile: they are asked again, as the refusal says', async () => {
    const { api, sent, region, becomes } = await follow(inquiry('offered', [answered()]));
    api.on(inquiryEndpoints.takeOffer, () => refuse('OFFER_LAPSED'));
    api.on(inquiryEndpoints.askPharmacies, () => becomes(inquiry('asking', [pharmacy()])));
    await tap(/^Payer 5\s540\sF$/);
    await region.findByText('Nous demandons aux pharmacies');
    expect(sent()).toEqual([
      [OFFER, { inquiryId: id(51), total: 5_540 }],
      [ASK, {}],
    ]);
  });

  it('is paid at the second tap when the network was cut', async () => {
    const { api, sent, region, becomes } = await follow(inquiry('offered', [answered()]));
    api.on(inquiryEndpoints.takeOffer, () => networkError);
    await tap(/^Payer 5\s540\sF$/);
    await region.findByText('Erreur lors de la mise à jour. Vérifiez votre réseau, puis réessayez.');
    api.on(inquiryEndpoints.takeOffer, () => becomes(inquiry('agreed', [answered({ isAgreed: true })])));
    await tap(/^Payer 5\s540\sF$/);
    await screen.findByTitle('Portail de paiement');
    expect(sent().map(([call]) => call)).toEqual([OFFER, OFFER, PAY]);
  });
});

describe('once it is agreed', () => {
  it('is paid as today, by her or by a relative', async () => {
    const { sent, region } = await follow(inquiry('agreed', [agreed()]));
    await region.findByText(/^Pharmacie Akpakpa garde vos médicaments jusqu’à 14\sh\s50$/);
    expect(region.getByRole('button', { name: 'Faire payer par un proche' })).toBeDefined();
    expect(region.queryByRole('button', { name: 'Demander ailleurs' })).toBeNull();
    await tap(/^Payer 5\s100\sF$/);
    await screen.findByTitle('Portail de paiement');
    expect(sent()).toEqual([[PAY, { orderId: unpaid()._id }]]);
  });

  it('still says what differs, and lets her ask elsewhere', async () => {
    const part = agreed({ lines: lines(missing, { answer: 'other', note: 'flacon de 150 ml' }) });
    const { region } = await follow(inquiry('agreed', [part]));
    await region.findByText(/^Pharmacie Akpakpa garde une partie de vos médicaments/);
    expect(region.getByText('La pharmacie précise : flacon de 150 ml')).toBeDefined();
    expect(region.getByText('Il manque : AMOXICILLINE ARROW 500 mg.')).toBeDefined();
    expect(region.getByRole('button', { name: 'Demander ailleurs' })).toBeDefined();
  });

  it('has lapsed when she pays: it is asked again, and she is told calmly', async () => {
    const { api, region, becomes } = await follow(inquiry('agreed', [agreed()]));
    api.on(paymentEndpoints.openPayment, () => {
      becomes(inquiry('asking', [pharmacy()]));
      return refuse('PHARMACY_ASKED');
    });
    await tap(/^Payer 5\s100\sF$/);
    await screen.findByText('Nous demandons de nouveau aux pharmacies : rien n’est payé.');
    await region.findByText('Nous demandons aux pharmacies');
    expect(region.queryByRole('alert')).toBeNull();
  });

  it('has lapsed when a relative is asked to pay', async () => {
    const { api, region, becomes } = await follow(inquiry('agreed', [agreed()]));
    api.on(payLinkEndpoints.createPayLink, () => {
      becomes(inquiry('asking', [pharmacy()]));
      return refuse('PHARMACY_ASKED');
    });
    await tap('Faire payer par un proche');
    await tap('Faire le lien');
    await screen.findByText('Nous demandons de nouveau aux pharmacies : rien n’est payé.');
    await region.findByText('Nous demandons aux pharmacies');
  });
});

describe('where nobody keeps it', () => {
  it.each([
    ['nobody has it', pharmacy({ state: 'refused' }), 'Aucune pharmacie n’a encore tout'],
    ['nobody has answered', pharmacy({ state: 'silent' }), 'Aucune pharmacie n’a encore répondu'],
    ['the answer has lapsed', pharmacy({ state: 'lapsed' }), 'La pharmacie ne garde plus vos médicaments'],
  ])('%s: she asks again', async (_, one, title) => {
    const { api, sent, region, becomes } = await follow(inquiry('nothing', [one]));
    api.on(inquiryEndpoints.askPharmacies, () => becomes(inquiry('asking', [pharmacy()])));
    await region.findByText(title);
    expect(region.queryByRole('button', { name: /^Payer/ })).toBeNull();
    await tap('Redemander');
    await region.findByText('Nous demandons aux pharmacies');
    expect(sent()).toEqual([[ASK, {}]]);
  });

  it('or pays without waiting where the house allows it', async () => {
    const { sent } = await follow(inquiry('nothing', [pharmacy({ state: 'silent' })], true));
    expect(await asked()).toMatch(/pas encore de réponse$/);
    await tap('Payer sans attendre');
    await screen.findByTitle('Portail de paiement');
    expect(sent()).toEqual([[PAY, { orderId: unpaid()._id, withoutWaiting: true }]]);
  });

  it('says why she cannot ask again, and the button works again', async () => {
    const { api, region, becomes } = await follow(inquiry('nothing', [pharmacy({ state: 'refused' })]));
    api.on(inquiryEndpoints.askPharmacies, () => networkError);
    await tap('Redemander');
    await screen.findByText('Erreur lors de l’envoi. Vérifiez votre réseau, puis réessayez.');
    api.on(inquiryEndpoints.askPharmacies, () => becomes(inquiry('asking', [pharmacy()])));
    await tap('Redemander');
    await region.findByText('Nous demandons aux pharmacies');
  });
});

it('offers no payment before it knows whether pharmacies are asked', async () => {
  const api = fakeApi();
  const order = unpaid(inquiry('asking', [pharmacy()]));
  const loaded = Promise.withResolvers<void>();
  api.on(orderEndpoints.listOrders, () => aListOf(unpaid()));
  api.on(orderEndpoints.readOrder, async () => {
    await loaded.promise;
    return { order };
  });
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  await screen.findByRole('heading', { level: 2, name: order.number });
  expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull();
  loaded.resolve();
  await screen.findByText('Nous demandons aux pharmacies');
  await waitFor(() => expect(screen.queryByLabelText('Chargement…')).toBeNull());
});
