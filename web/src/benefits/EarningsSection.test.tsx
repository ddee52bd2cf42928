import type { EarnedShare } from '@amasin/domain/benefits/benefit.ts';
import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { noMoney } from '../testing/own-money.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { EarningsSection } from './EarningsSection.tsx';
import { PayoutAccount } from './PayoutAccount.tsx';

const DOCTOR = '0198a000-0000-7000-8000-0000000000d0';
const linkTo = (number: string) => ({ to: `?prescription=${number}`, state: null });
const show = () =>
  showPage(<EarningsSection doctorId={DOCTOR} name="Docteur Kora" linkTo={linkTo} />, '/doctor-dashboard');
const setUp = (...earnings: EarnedShare[]) => {
  const api = fakeApi();
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 0, totalPaid: 0, pending: 0, held: 0 }));
  api.on(benefitEndpoints.listEarnedShares, () => ({ earnings, total: earnings.length }));
  return api;
};
const section = () => screen.findByRole('region', { name: 'Gains de Docteur Kora' });
const cards = async () =>
  within(await section())
    .getAllByRole('definition')
    .map(({ textContent }) => plain(textContent));

test('shows a verified partner what they earned, received and are owed', async () => {
  const api = setUp();
  api.on(benefitEndpoints.readPartnerBenefits, () => ({
    total: 14_500,
    totalPaid: 12_000,
    pending: 2_500,
    held: 0,
  }));
  show();
  await screen.findByText(/^14\s500\sF$/);
  expect(await cards()).toEqual(['14 500 F', '12 000 F', '2 500 F']);
  expect(api.sent.map(({ query }) => query)).toContainEqual({ id: DOCTOR });
  expect(screen.queryByText(/vérif/)).toBeNull();
});

test('shows an unverified partner the held amount, and why it is held', async () => {
  const api = setUp();
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 900, totalPaid: 0, pending: 0, held: 900 }));
  show();
  await screen.findByText(/^900\sF en attente de vérification$/);
  await screen.findByText(/une fois votre compte vérifié/);
});

test('shows dashes and a retry when the figures cannot be loaded', async () => {
  const api = setUp();
  api.on(benefitEndpoints.readPartnerBenefits, () => refuse('INTERNAL'));
  show();
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  expect(await cards()).toEqual(['–', '–', '–']);
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 0, totalPaid: 0, pending: 0, held: 0 }));
  fireEvent.click(retryButton);
  expect(await screen.findAllByText(/^0\sF$/)).toHaveLength(3);
});

test('lists what each prescription earned, when, and when it was paid or « en attente »', async () => {
  const share = (n: number, paidAt: string | null): EarnedShare => ({
    _id: `share-${n}`,
    prescriptionNumber: `ORD-0000000${n}`,
    amount: n * 1000,
    createdAt: `2026-11-0${n}T10:00:00.000Z`,
    paidAt,
  });
  setUp(share(2, null), share(1, '2026-11-15T10:00:00.000Z'));
  show();
  const list = within(await screen.findByRole('list', { name: 'Gains par ordonnance' }));
  const rows = list.getAllByRole('listitem').map(({ textContent }) => plain(textContent));
  expect(rows[0]).toMatch(/^ORD-00000002Gagné .*2 nov.*Payé en attenteMontant 2 000 F$/);
  expect(rows[1]).toMatch(/^ORD-00000001Gagné .*1.* nov.*Payé .*15 nov.*Montant 1 000 F$/);
  expect(list.getByRole('link', { name: 'ORD-00000002' }).getAttribute('href')).toContain(
    'prescription=ORD-00000002',
  );
});

test('says how a prescription earns when there is nothing yet, and offers a retry when the list fails', async () => {
  const api = setUp();
  api.on(benefitEndpoints.listEarnedShares, () => refuse('INTERNAL'));
  show();
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(benefitEndpoints.listEarnedShares, () => ({ earnings: [], total: 0 }));
  fireEvent.click(retryButton);
  await screen.findByText('Pas encore de gain');
});

test('a partner says on which account to be paid', async () => {
  const api = fakeApi();
  api.on(benefitEndpoints.setPayoutAccount, () => noMoney);
  showPage(<PayoutAccount account={undefined} sending={undefined} />, '/doctor-dashboard');
  fireEvent.click(await screen.findByRole('button', { name: 'Indiquer mon compte' }));
  fireEvent.change(await screen.findByLabelText('Votre opérateur'), { target: { value: 'celtiis' } });
  fireEvent.change(screen.getByLabelText('Numéro mobile money'), { target: { value: '01 66 00 00 07' } });
  fireEvent.change(screen.getByLabelText('Mot de passe actuel'), { target: { value: 'bonjour' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('Compte de versement enregistré');
  await waitFor(() => expect(screen.queryByText('Compte de versement')).toBeNull());
  expect(api.sent.map(({ path, body }) => [path, body])).toMatchObject([
    ['/api/benefics/account', { operator: 'celtiis', currentPassword: 'bonjour' }],
  ]);
});

test('a wrong password is said under its field, and the form keeps what was typed', async () => {
  const api = fakeApi();
  api.on(benefitEndpoints.setPayoutAccount, () => refuse('WRONG_PASSWORD'));
  showPage(<PayoutAccount account={undefined} sending={undefined} />, '/doctor-dashboard');
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
  const account = { operator: 'mtn', phone: '+2290166000007' } as const;
  showPage(<PayoutAccount account={account} sending={300} />, '/doctor-dashboard');
  await screen.findByText(/Dont 300\sF en route/);
  screen.getByText(/Vous êtes payé sur MTN MoMo, 01\s66\s00\s00\s07\./);
  screen.getByRole('button', { name: 'Changer de compte' });
});
