import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { plain as withSpaces } from '../testing/plain.ts';
import { aPrescription } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { PrescriptionToAttach } from './CodeEntry.tsx';
import { FoundPrescription } from './CodeField.tsx';
import { PrescriptionItems } from './PrescriptionDialog.tsx';

const plain = aPrescription();
const written = aPrescription({
  items: plain.items.map((item) => ({ ...item, posology: '1 comprimé matin et soir', duration: '7 jours' })),
});

const screens: [string, (prescription: Prescription) => ReactNode][] = [
  ['the prescriber’s detail', (prescription) => <PrescriptionItems {...prescription} />],
  ['the lookup of a customer', (prescription) => <FoundPrescription prescription={prescription} />],
  [
    'the lookup of a pharmacist',
    (prescription) => (
      <PrescriptionToAttach prescription={prescription} sending={false} onAttach={() => null} />
    ),
  ],
];

test.each(screens)('%s shows how to take a medicine, when it is written', (_name, show) => {
  showPage(show(written), '/');
  expect(screen.getByText('1 comprimé matin et soir · 7 jours')).toBeTruthy();
  document.body.innerHTML = '';
  showPage(show(plain), '/');
  expect(screen.queryByText(/comprimé/)).toBeNull();
});

test.each(screens)('%s says that a price is being checked, and no amount of 0', (_name, show) => {
  const [item] = plain.items;
  if (item === undefined) throw new Error('the prescription has no item');
  const { form: _, ...bare } = item;
  const items = [
    { ...bare, price: 900, quantity: 1 },
    { ...bare, medicationId: 'b', price: 0, quantity: 2, review: 'waiting' as const },
    { ...bare, medicationId: 'c', price: 0, quantity: 3, review: 'refused' as const },
  ];
  showPage(show({ ...plain, items, total: 900 }), '/');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => withSpaces(textContent));
  expect(rows[0]).toContain('900 F');
  expect(rows[1]).toMatch(/à vérifier$/);
  expect(rows[2]).toMatch(/refusé.*–$/);
  for (const row of rows.slice(1, 3)) expect(row).not.toMatch(/\d F/);
});
