import { auditEndpoints } from '@amasin/domain/audit/endpoints.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import { ReadersSection } from './ReadersSection.tsx';

const reader = {
  name: 'Pharmacie Camp Guézo',
  type: 'pharmacy' as const,
  kind: 'order' as const,
  label: 'CMD-000123',
  changed: false,
  at: '2026-11-20T10:05:00.000Z',
};

async function open(answer: () => unknown) {
  const api = fakeApi();
  api.on(auditEndpoints.listOwnAudit, answer as never);
  const router = showPage(<ReadersSection />, '/profile');
  fireEvent.click(screen.getByRole('button', { name: 'Qui a vu mon dossier' }));
  return { router, dialog: within(await screen.findByRole('dialog', { name: 'Qui a vu mon dossier' })) };
}

test('lists who has seen what and when, by day', async () => {
  const { dialog, router } = await open(() => ({ days: [{ day: '2026-11-20', readers: [reader] }] }));
  const row = await dialog.findByRole('listitem');
  expect(row.textContent).toBe('Pharmacie Camp GuézoCommande CMD-000123, vue · 11\u00a0h\u00a005');
  dialog.getByRole('heading', { name: /ven\. 20 nov\./ });
  expect(router.state.location.search).toBe('?dossier=1');
});

test('says who has seen it, with their role, and what they saw or changed', async () => {
  const rows = [
    [{ name: 'Docteur Aïcha Kora', type: 'partnerDoctor' }, 'Docteur Aïcha Kora, professionnel de santé'],
    [{ name: 'Koffi Adjovi', type: 'deliveryPerson' }, 'Koffi Adjovi, livreur'],
    [{ name: null, type: 'supervisor' }, 'Un superviseur d’Amasin'],
    [
      { kind: 'prescription', label: 'ORD-12345678', changed: true },
      'Ordonnance ORD-12345678, vue et modifiée',
    ],
    [{ kind: 'file', label: null }, 'Un fichier, vu · '],
    [{ kind: 'user', label: null }, 'Votre fiche de client, vue · '],
  ] as const;
  const days = rows.map(([change], n) => ({ day: `2026-11-${20 - n}`, readers: [{ ...reader, ...change }] }));
  const { dialog } = await open(() => ({ days }));
  const shown = await dialog.findAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual(
    rows.map(([, text]) => expect.stringContaining(text)),
  );
});

test('lists once a day a person who has seen several things', async () => {
  const other = { ...reader, label: 'CMD-000124', at: '2026-11-20T09:00:00.000Z' };
  const courier = { ...reader, name: 'Koffi Adjovi', type: 'deliveryPerson' };
  const { dialog } = await open(() => ({ days: [{ day: '2026-11-20', readers: [reader, courier, other] }] }));
  const [pharmacy, ...rest] = await dialog.findAllByRole('listitem');
  expect(rest).toHaveLength(1);
  expect(pharmacy?.textContent).toMatch(/^Pharmacie Camp GuézoCommande CMD-000123.*Commande CMD-000124/);
});

test('says that no one else has, or that it could not be read', async () => {
  const { dialog } = await open(() => ({ days: [] }));
  await dialog.findByText('Personne d’autre que vous');
});

test('offers to try again after an error', async () => {
  const { dialog } = await open(() => refuse('INTERNAL'));
  await dialog.findByRole('button', { name: 'Réessayer' });
});
