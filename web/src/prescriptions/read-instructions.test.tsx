import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { aPrescription } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { PrescriptionItems } from './listing/open/PrescriptionItems.tsx';
import { FoundPrescription as FoundByCustomer } from './lookup/FoundPrescription.tsx';
import { FoundPrescription as FoundByStaff } from './writing/code/FoundPrescription.tsx';

const plain = aPrescription();
const written = aPrescription({
  items: plain.items.map((item) => ({ ...item, posology: '1 comprimé matin et soir', duration: '7 jours' })),
});

const screens: [string, (prescription: Prescription) => ReactNode][] = [
  ['the prescriber’s detail', (prescription) => <PrescriptionItems {...prescription} />],
  ['the lookup of a customer', (prescription) => <FoundByCustomer prescription={prescription} />],
  [
    'the lookup of a pharmacist',
    (prescription) => <FoundByStaff prescription={prescription} sending={false} onAttach={() => null} />,
  ],
];

test.each(screens)('%s shows how to take a medicine, when it is written', (_name, show) => {
  showPage(show(written), '/');
  expect(screen.getByText('1 comprimé matin et soir · 7 jours')).toBeTruthy();
  document.body.innerHTML = '';
  showPage(show(plain), '/');
  expect(screen.queryByText(/comprimé/)).toBeNull();
});
