import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { BenefitsPanel } from './BenefitsPanel.tsx';

const aPartner = (n: number, name: string, amount: number, totalPaid = 0): PartnerBenefit => ({
  idPartner: `0198a000-0000-7000-8000-00000000000${n}`,
  name,
  titrePartenaire: 'docteur',
  totalBenefics: amount + totalPaid,
  totalPaid,
  amount,
  held: 0,
  verified: true,
});
const dossou = aPartner(1, 'Dossou', 2_000);

function show(partners = [dossou, aPartner(2, 'Kora', 12_500)]) {
  const api = fakeApi();
  const stored = { partners };
  const commission = { waiting: 9_000, platform: 50_000, partners: 14_500, held: 0 };
  const sums = { total: 50_000, totalPaid: 20_000, totalToPay: 30_000, commission };
  api.on(benefitEndpoints.readPlatformBenefits, () => ({ ...sums, ...stored }));
  showPage(<BenefitsPanel />, '/cpanel');
  return { api, stored };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('says who paid first, reloads the figures and selects nothing any more', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { api, stored } = show();
  await press(/à Dossou$/);
  await press(/à Kora$/);
  await press('Payer sélectionnés');
  const dialog = await screen.findByRole('dialog');
  const message = 'Déjà payé : 12 500 F à Kora par Awa Dossou à 18:04. Reste à payer : 0 F.';
  api.on(benefitEndpoints.payPartners, () => {
    stored.partners = [dossou, aPartner(2, 'Kora', 0, 12_500)];
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
    ...aPartner(3, 'Sossa', 1_250_000),
    account: { operator: 'mtn', phone: '+2290197000016', isSent: true, maxAmount: 1_000_000 },
  };
  const { api } = show([sossa]);
  await press(/à Sossa$/);
  await press('Payer sélectionnés');
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
  show();
  const note = await screen.findByText(/^La commission des commandes payées/);
  expect(plain(note.textContent)).toBe(
    'La commission des commandes payées est de 73 500 F : 64 500 F partagés à la fin des commandes (plateforme 50 000 F, partenaires 14 500 F), et 9 000 F de commandes pas encore terminées.',
  );
});
