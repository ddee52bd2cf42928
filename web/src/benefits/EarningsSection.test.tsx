import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { EarningsSection } from './EarningsSection.tsx';

const DOCTOR = '0198a000-0000-7000-8000-0000000000d0';
const show = () => showPage(<EarningsSection doctorId={DOCTOR} name="Docteur Kora" />, '/doctor-dashboard');
const section = () => screen.findByRole('region', { name: 'Gains de Docteur Kora' });
const cards = async () =>
  within(await section())
    .getAllByRole('definition')
    .map(({ textContent }) => plain(textContent));

test('shows a verified partner what they earned, received and are owed', async () => {
  const api = fakeApi();
  api.on(benefitEndpoints.readPartnerBenefits, () => ({
    total: 14_500,
    totalPaid: 12_000,
    pending: 2_500,
    held: 0,
  }));
  show();
  await screen.findByText(/^14\s500\sF$/);
  expect(await cards()).toEqual(['14 500 F', '12 000 F', '2 500 F']);
  expect(api.sent[0]?.query).toEqual({ id: DOCTOR });
  expect(screen.queryByText(/vérif/)).toBeNull();
});

test('shows an unverified partner the held amount, and why it is held', async () => {
  const api = fakeApi();
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 900, totalPaid: 0, pending: 0, held: 900 }));
  show();
  await screen.findByText(/^900\sF en attente de vérification$/);
  await screen.findByText(/une fois votre compte vérifié/);
});

test('shows dashes and a retry when the figures cannot be loaded', async () => {
  const api = fakeApi();
  api.on(benefitEndpoints.readPartnerBenefits, () => refuse('INTERNAL'));
  show();
  const retryButton = await screen.findByRole('button', { name: 'Réessayer' });
  expect(await cards()).toEqual(['–', '–', '–']);
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 0, totalPaid: 0, pending: 0, held: 0 }));
  fireEvent.click(retryButton);
  expect(await screen.findAllByText(/^0\sF$/)).toHaveLength(3);
});
