import type { OpenPayout } from '@amasin/domain/benefits/benefit.ts';
import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { OpenPayouts } from './BenefitsPanel.tsx';
import { PayoutAccount } from './EarningsSection.tsx';

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

function setUp(...payouts: OpenPayout[]) {
  const api = fakeApi();
  api.on(benefitEndpoints.listPayouts, () => ({ payouts }));
  const posted = () =>
    api.sent.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
  return { api, posted };
}

test('a refused payout says why, and is asked again', async () => {
  const { api, posted } = setUp(failed);
  api.on(benefitEndpoints.retryPayout, () => null);
  showPage(<OpenPayouts />, '/cpanel');
  await screen.findByText(/^12\s000\sF à Docteur Kora$/);
  const state = screen.getByText('Échoué ·').parentElement?.textContent;
  expect(state).toMatch(/^Échoué · .+ · Moov Money 01 •• •• •• 07$/);
  screen.getByText(/Raison donnée : INVALID_ACCOUNT\. La somme est de nouveau à payer/);
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer le versement à Docteur Kora' }));
  await screen.findByText('Versement demandé à nouveau');
  expect(posted()).toEqual([[`/api/benefics/payouts/${ID}/retry`, undefined]]);
});

test('the server’s refusal of a retry is shown', async () => {
  const { api } = setUp(failed);
  api.on(benefitEndpoints.retryPayout, () => refuse('PAYOUT_NO_ACCOUNT'));
  showPage(<OpenPayouts />, '/cpanel');
  fireEvent.click(await screen.findByRole('button', { name: /^Réessayer/ }));
  await screen.findByText(/n’a pas de compte mobile money/);
});

test('a refused payout is noted as paid otherwise', async () => {
  const { api, posted } = setUp(failed);
  api.on(benefitEndpoints.settlePayout, () => null);
  showPage(<OpenPayouts />, '/cpanel');
  fireEvent.click(await screen.findByText('Payé autrement'));
  fireEvent.change(screen.getByLabelText('Comment il a été payé'), { target: { value: 'En espèces' } });
  fireEvent.click(screen.getByRole('button', { name: 'Noter' }));
  await screen.findByText('Versement noté');
  expect(posted()).toEqual([[`/api/benefics/payouts/${ID}/by-hand`, { note: 'En espèces' }]]);
});

test('a payout on its way has no action', async () => {
  setUp({ ...failed, state: 'sent', failure: null });
  showPage(<OpenPayouts />, '/cpanel');
  await screen.findByText('En cours ·');
  expect(screen.queryByRole('button')).toBeNull();
});

const earned = { total: 500, totalPaid: 300, pending: 200, held: 0 };

test('a partner says on which account to be paid', async () => {
  const { api, posted } = setUp();
  api.on(benefitEndpoints.setPayoutAccount, () => earned);
  showPage(<PayoutAccount earnings={earned} />, '/doctor-dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Indiquer mon compte' }));
  fireEvent.change(await screen.findByLabelText('Votre opérateur'), { target: { value: 'celtiis' } });
  fireEvent.change(screen.getByLabelText('Numéro mobile money'), { target: { value: '01 66 00 00 07' } });
  fireEvent.change(screen.getByLabelText('Mot de passe actuel'), { target: { value: 'bonjour' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Compte de versement enregistré');
  await waitFor(() => expect(screen.queryByText('Compte de versement')).toBeNull());
  expect(posted()).toMatchObject([
    ['/api/benefics/account', { operator: 'celtiis', currentPassword: 'bonjour' }],
  ]);
});

test('a wrong password is said under its field, and the form keeps what was typed', async () => {
  const { api } = setUp();
  api.on(benefitEndpoints.setPayoutAccount, () => refuse('WRONG_PASSWORD'));
  showPage(<PayoutAccount earnings={earned} />, '/doctor-dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Indiquer mon compte' }));
  fireEvent.change(await screen.findByLabelText('Numéro mobile money'), {
    target: { value: '01 66 00 00 07' },
  });
  fireEvent.change(screen.getByLabelText('Mot de passe actuel'), { target: { value: 'faux' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Mot de passe actuel incorrect');
  expect(screen.getByLabelText('Numéro mobile money')).toHaveProperty('value', '01 66 00 00 07');
});

test('shows where a partner is paid, and what is on its way', async () => {
  setUp();
  const account = { operator: 'mtn', phone: '+2290166000007' } as const;
  showPage(<PayoutAccount earnings={{ ...earned, sending: 300, account }} />, '/doctor-dashboard');
  await screen.findByText(/Dont 300\sF en route/);
  screen.getByText(/Vous êtes payé sur MTN MoMo, 01\s66\s00\s00\s07\./);
  screen.getByRole('button', { name: 'Changer de compte' });
});
