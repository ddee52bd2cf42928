import type { OpenPayout, PartnerBenefit, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { BenefitsPanel } from './BenefitsPanel.tsx';
import { OpenPayouts } from './OpenPayouts.tsx';
import { formatFcfa, readPayment } from './payment.ts';

const AT = '2026-11-20T10:00:00.000Z';

function aPartner(name: string, change: Partial<PartnerBenefit> = {}): PartnerBenefit {
  const amount = change.amount ?? 0;
  const idPartner = `0198a000-0000-7000-8000-${name.length.toString(16).padStart(12, '0')}`;
  const none = { totalPaid: 0, held: 0, verified: true, titrePartenaire: 'docteur' as const };
  return { idPartner, name, totalBenefics: amount, amount, ...none, ...change };
}
const kora = aPartner('Kora', { amount: 12_500, titrePartenaire: 'sage femme' });
const dossou = aPartner('Dossou', { amount: 2_000 });
const nouveau = aPartner('Nouveau', { totalBenefics: 1_500, held: 1_500, verified: false });
const commission = { waiting: 9_000, platform: 50_000, partners: 16_700, held: 0 };
const solde = aPartner('Soldé', { totalBenefics: 700, totalPaid: 700 });

/** A fake server with these partners. A test changes its data to act as another user. */
function serve(partners: PartnerBenefit[] = [dossou, kora, nouveau, solde]) {
  const api = fakeApi();
  const stored: { benefits: PlatformBenefits } = {
    benefits: { total: 50_000, totalPaid: 20_000, totalToPay: 30_000, partners, commission },
  };
  api.on(benefitEndpoints.readPlatformBenefits, () => stored.benefits);
  const paid = () => api.sent.filter(({ method }) => method === 'POST');
  const reads = () => api.sent.filter(({ method }) => method === 'GET').length;
  return { api, stored, paid, reads };
}

const show = (more = '') => showPage(<BenefitsPanel />, `/cpanel?tab=benefice${more}`);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const rows = () =>
  within(screen.getByRole('list', { name: 'Partenaires' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent));
const field = () => screen.findByLabelText<HTMLInputElement>('Montant à payer au superadmin (F)');
const type = async (text: string) => {
  const input = await field();
  fireEvent.change(input, { target: { value: text } });
  const form = screen.getByRole('form', { name: 'Paiement du superadmin' });
  fireEvent.click(within(form).getByRole('button', { name: 'Payer' }));
};

test('shows what the platform and each partner earned, were paid and are owed', async () => {
  serve();
  show();
  const share = await screen.findByRole('region', { name: 'Part de la plateforme' });
  const figures = within(share).getAllByRole('definition');
  expect(figures.map(({ textContent }) => plain(textContent))).toEqual(['50 000 F', '20 000 F', '30 000 F']);
  expect(rows()).toEqual([
    'DossouDocteurTotal 2 000 FPayé 0 FReste 2 000 FPayer',
    'KoraSage-femmeTotal 12 500 FPayé 0 FReste 12 500 FPayer',
    'NouveauDocteurNon vérifiéen attente de vérification : 1 500 FTotal 1 500 FPayé 0 FReste 0 F',
    'SoldéDocteurTotal 700 FPayé 700 FReste 0 F',
  ]);
});

test('the three filters are in the URL and show their counts', async () => {
  serve();
  const router = show('&partners=paid');
  const paid = await screen.findByRole('link', { name: 'Déjà payés (0) 2' });
  expect(paid.getAttribute('aria-current')).toBe('true');
  // Amounts that are held are not owed yet.
  expect(rows()).toEqual([expect.stringMatching(/^Nouveau/), expect.stringMatching(/^Soldé/)]);
  fireEvent.click(screen.getByRole('link', { name: 'Reste > 0 2' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=benefice&partners=owed'));
  expect(rows()).toEqual([expect.stringMatching(/^Dossou/), expect.stringMatching(/^Kora/)]);
  fireEvent.click(screen.getByRole('link', { name: 'Tous 4' }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('pays the selected partners after a confirmation that names them, and shows the new figures', async () => {
  const { api, stored, paid } = serve();
  show();
  fireEvent.click(await button(/^Payer 2\s000\sF à Dossou$/));
  fireEvent.click(await button(/^Payer 12\s500\sF à Kora$/));
  fireEvent.click(await button('Annuler le paiement de Dossou'));
  fireEvent.click(await button(/à Dossou$/));
  expect(plain(screen.getByText('Total à payer').parentElement?.textContent ?? '')).toBe(
    'Total à payer 14 500 F',
  );

  fireEvent.click(await button('Payer sélectionnés'));
  const dialog = await screen.findByRole('dialog', { name: /^Payer 14\s500\sFCFA à 2\spartenaires\s\?$/ });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual(['Dossou2 000 FCFA', 'Kora12 500 FCFA']);
  api.on(benefitEndpoints.payPartners, () => {
    const partners = stored.benefits.partners.map((row) => ({
      ...row,
      totalPaid: row.totalPaid + row.amount,
      amount: 0,
    }));
    stored.benefits = { ...stored.benefits, partners };
    return { success: true as const, payments: [] };
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Payer' }));
  await screen.findByText('Paiement partenaires résussi !');
  expect(paid().map(({ body }) => body)).toEqual([
    {
      partners: [
        { idPartner: dossou.idPartner, amount: 2_000 },
        { idPartner: kora.idPartner, amount: 12_500 },
      ],
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('link', { name: 'Déjà payés (0) 4' });
  expect(screen.queryByRole('button', { name: /à Kora/ })).toBeNull();
  screen.getByRole('button', { name: 'Payer sélectionnés' });
});

test('opens no confirmation without a selected partner', async () => {
  const { paid } = serve();
  show();
  fireEvent.click(await button('Payer sélectionnés'));
  await screen.findByText('Veuillez sélectionner au moins un partenaire');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(paid()).toEqual([]);
});

test('selects and deselects all partners who can be paid', async () => {
  serve();
  show();
  fireEvent.click(await button('Tout sélectionner'));
  await screen.findByText(/^2\spartenaires$/);
  fireEvent.click(await button('Tout annuler'));
  await screen.findByText('Aucun partenaire sélectionné');
});

test('a failure is only logged; the figures are reloaded, and a retry has the same key', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, paid, reads } = serve([dossou]);
  show();
  fireEvent.click(await button(/à Dossou$/));
  fireEvent.click(await button('Payer sélectionnés'));
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: 'Payer' });
  api.on(benefitEndpoints.payPartners, () => networkError);
  fireEvent.click(confirm);
  await waitFor(() => expect(reads()).toBe(2));
  expect(logged).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();

  api.on(benefitEndpoints.payPartners, () => ({ success: true as const, payments: [] }));
  await waitFor(() => expect(confirm.hasAttribute('data-loading')).toBe(false));
  fireEvent.click(confirm);
  await screen.findByText('Paiement partenaires résussi !');
  const keys = paid().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a partner paid meanwhile by another user is no longer selected', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, stored } = serve([dossou]);
  show();
  fireEvent.click(await button(/à Dossou$/));
  fireEvent.click(await button('Payer sélectionnés'));
  const dialog = await screen.findByRole('dialog');
  api.on(benefitEndpoints.payPartners, () => {
    stored.benefits = { ...stored.benefits, partners: [{ ...dossou, totalPaid: 2_000, amount: 0 }] };
    return refuse('OVER_REMAINING');
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Payer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('link', { name: 'Déjà payés (0) 1' });
});

test('pays the superadmin after a confirmation with the amount and the remainder', async () => {
  const { api, stored, paid } = serve();
  show();
  await type('12 500');
  const dialog = await screen.findByRole('dialog', { name: /^Payer 12\s500\sFCFA au superadmin\s\?$/ });
  expect(plain(dialog.textContent)).toContain('Il restera 17 500 FCFA à payer');
  api.on(benefitEndpoints.paySuperAdmin, () => {
    stored.benefits = { ...stored.benefits, totalPaid: 32_500, totalToPay: 17_500 };
    return { success: true as const, payment: { _id: dossou.idPartner, amount: 12_500, createdAt: AT } };
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Payer' }));
  await screen.findByText('Paiement superadmin résussi !');
  expect(paid().map(({ body }) => body)).toEqual([{ amount: 12_500 }]);
  await waitFor(async () => expect((await field()).value).toBe(''));
  await screen.findByText(/^Reste à payer : 17\s500\sF$/);
});

test.each(['', '0'])('ignores a payment of « %s » F to the superadmin', async (text) => {
  const { paid } = serve();
  const router = show();
  await type(text);
  expect(router.state.location.search).toBe('?tab=benefice');
  expect((await field()).getAttribute('aria-invalid')).not.toBe('true');
  expect(paid()).toEqual([]);
});

test.each([
  ['30 001', /^Montant supérieur au reste à payer \(30\s000\sF\)$/],
  ['abc', 'Montant invalide'],
])('refuses a payment of %s F to the superadmin, with the error under the field', async (text, message) => {
  serve();
  show();
  await type(text);
  await screen.findByText(message);
  expect(document.activeElement).toBe(await field());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows why the figures could not be loaded, with a retry button', async () => {
  const api = fakeApi();
  api.on(benefitEndpoints.readPlatformBenefits, () => refuse('INTERNAL'));
  show();
  const retryButton = await button('Réessayer');
  api.on(benefitEndpoints.readPlatformBenefits, () => ({
    total: 0,
    totalPaid: 0,
    totalToPay: 0,
    partners: [],
    commission,
  }));
  fireEvent.click(retryButton);
  await screen.findByText('Aucun partenaire pour l’instant');
});

test('a filter without a match offers to show all partners', async () => {
  serve([dossou]);
  const router = show('&partners=paid');
  fireEvent.click(await screen.findByRole('button', { name: 'Voir tous les partenaires' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=benefice'));
  expect(rows()).toHaveLength(1);
});

test('says who paid first, reloads the figures and selects nothing any more', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, stored } = serve([dossou, kora]);
  show();
  fireEvent.click(await button(/à Dossou$/));
  fireEvent.click(await button(/à Kora$/));
  fireEvent.click(await button('Payer sélectionnés'));
  const dialog = await screen.findByRole('dialog');
  const message = 'Déjà payé : 12 500 F à Kora par Awa Dossou à 18:04. Reste à payer : 0 F.';
  api.on(benefitEndpoints.payPartners, () => {
    stored.benefits = { ...stored.benefits, partners: [dossou, { ...kora, totalPaid: 12_500, amount: 0 }] };
    return Response.json({ success: false, code: 'ALREADY_PAID_OUT', message }, { status: 409 });
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Payer' }));
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Aucun partenaire sélectionné');
  await screen.findByRole('link', { name: 'Déjà payés (0) 1' });
});

test('pays what a provider sends at once when more is owed', async () => {
  const sossa: PartnerBenefit = {
    ...aPartner('Sossa', { amount: 1_250_000 }),
    account: { operator: 'mtn', phone: '+2290197000016', isSent: true, maxAmount: 1_000_000 },
  };
  const { api } = serve([sossa]);
  show();
  fireEvent.click(await button(/à Sossa$/));
  fireEvent.click(await button('Payer sélectionnés'));
  const dialog = await screen.findByRole('dialog');
  expect(plain(dialog.textContent)).toContain('Payer 1 000 000 FCFA à 1 partenaire');
  expect(dialog.textContent).toContain('le plus qui puisse l’être en une fois');
  const message = 'Un versement est de 900 000 F au plus : faites-en plusieurs.';
  api.on(benefitEndpoints.payPartners, ({ body }) => {
    expect(body).toEqual({ partners: [{ idPartner: sossa.idPartner, amount: 1_000_000 }] });
    return Response.json({ success: false, code: 'PAYOUT_TOO_HIGH', message }, { status: 409 });
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fireEvent.click(within(dialog).getByRole('button', { name: 'Payer' }));
  await screen.findByText(message);
});

test('explains why the commission of paid orders is more than the benefits', async () => {
  serve();
  show();
  const note = await screen.findByText(/^La commission des commandes payées/);
  expect(plain(note.textContent)).toBe(
    'La commission des commandes payées est de 75 700 F : 66 700 F partagés à la fin des commandes (plateforme 50 000 F, partenaires 16 700 F), et 9 000 F de commandes pas encore terminées.',
  );
});

test.each([
  ['1', 1, null],
  ['1 200 F', 1_200, null],
  ['1.200', 1_200, null],
  ['1 201', 1_201, 'Montant supérieur au reste à payer (1 200 F)'],
  ['10.000', 10_000, 'Montant supérieur au reste à payer (1 200 F)'],
  ['abc', 0, 'Montant invalide'],
  ['1,5', 0, 'Montant invalide'],
  ['-5', 0, 'Montant invalide'],
  ['0', 0, null],
  [' ', 0, null],
])('reads « %s » as a payment of %d F when 1 200 F remain: %s', (text, amount, problem) => {
  const read = readPayment(text, 1_200);
  expect(read.amount).toBe(amount);
  expect(plain(read.problem) ?? null).toBe(problem);
});

test('formats amounts in FCFA', () => {
  expect(plain(formatFcfa(12_500))).toBe('12 500 FCFA');
});

const ID = '0198a000-0000-7000-8000-0000000000e1';
const failed: OpenPayout = {
  _id: ID,
  partner: { _id: '0198a000-0000-7000-8000-0000000000d0', name: 'Docteur Kora' },
  amount: 12_000,
  state: 'failed',
  operator: 'moov',
  phone: '01 •• •• •• 07',
  failure: 'INVALID_ACCOUNT',
  askedAt: '2026-11-20T10:00:00.000Z',
};

function showPayouts(...payouts: OpenPayout[]) {
  const api = fakeApi();
  api.on(benefitEndpoints.listPayouts, () => ({ payouts }));
  const posted = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
  showPage(<OpenPayouts />, '/cpanel');
  return { api, posted };
}

test('a refused payout says why, and is asked again', async () => {
  const { api, posted } = showPayouts(failed);
  api.on(benefitEndpoints.retryPayout, () => null);
  await screen.findByText(/^12\s000\sF à Docteur Kora$/);
  const state = screen.getByText('Échoué ·').parentElement?.textContent;
  expect(state).toMatch(/^Échoué · .+ · Moov Money 01 •• •• •• 07$/);
  screen.getByText(/Raison donnée : INVALID_ACCOUNT\. La somme est de nouveau à payer/);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer le versement à Docteur Kora' }));
  await screen.findByText('Versement demandé à nouveau');
  expect(posted()).toEqual([[`/api/benefics/payouts/${ID}/retry`, undefined]]);
});

test('the server’s refusal of a retry is shown', async () => {
  const { api } = showPayouts(failed);
  api.on(benefitEndpoints.retryPayout, () => refuse('PAYOUT_NO_ACCOUNT'));
  fireEvent.click(await screen.findByRole('button', { name: /^Réessayer/ }));
  await screen.findByText(/n’a pas de compte mobile money/);
});

test('a refused payout is noted as paid otherwise', async () => {
  const { api, posted } = showPayouts(failed);
  api.on(benefitEndpoints.settlePayout, () => null);
  fireEvent.click(await screen.findByText('Payé autrement'));
  fireEvent.change(screen.getByLabelText('Comment il a été payé'), { target: { value: 'En espèces' } });
  fireEvent.click(screen.getByRole('button', { name: 'Noter' }));
  await screen.findByText('Versement noté');
  expect(posted()).toEqual([[`/api/benefics/payouts/${ID}/by-hand`, { note: 'En espèces' }]]);
});

test('a payout on its way has no action', async () => {
  showPayouts({ ...failed, state: 'sent', failure: null });
  await screen.findByText('En cours ·');
  expect(screen.queryByRole('button')).toBeNull();
});
