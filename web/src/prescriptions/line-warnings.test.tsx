import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMedication } from '../testing/catalogue.ts';
import { aPrescription } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { field, PAGE, press, setUp, type } from './composing.fixture.tsx';
import { LineWarnings } from './LineWarnings.tsx';
import type { WrittenLine } from './written-line.ts';

const line = (label: string, substances?: string | null): WrittenLine => ({
  medicationId: label,
  label,
  form: 'tablet',
  price: 500,
  quantity: 1,
  substances,
});

test.each<[string, WrittenLine[], number | null, string[]]>([
  [
    'the same substance twice',
    [line('Doliprane', 'Paracétamol'), line('Efferalgan', 'paracétamol')],
    null,
    ['Même substance deux fois : Doliprane, Efferalgan. Composition du catalogue : paracétamol.'],
  ],
  [
    'an adult’s form for a child',
    [line('Clamoxyl adultes', 'Amoxicilline')],
    40,
    ['Forme adulte pour un enfant : Clamoxyl adultes. Âge écrit sur l’ordonnance : 3 ans et 4 mois.'],
  ],
  [
    'an unknown composition, not one that was not read here',
    [line('Quinze', null), line('Seize')],
    null,
    ['Non vérifié : composition inconnue : Quinze. Le catalogue ne dit pas de quoi il est composé.'],
  ],
  ['nothing', [line('Doliprane', 'Paracétamol')], 40, []],
])('%s', async (_name, lines, ageMonths, words) => {
  showPage(<LineWarnings lines={lines} ageMonths={ageMonths} />, '/');
  const shown = await screen.findByRole('status');
  expect([...shown.children].map(({ textContent }) => textContent)).toEqual(words);
});

test('a prescriber writes the age by the month, and reads at once what it changes', async () => {
  const adult = aMedication({ label: 'Paracétamol adultes', substances: 'Paracétamol', price: 500 });
  const { api, sentChanges, fillIn } = setUp(`${PAGE}?write=new`, [], adult);
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: aPrescription() }));
  await fillIn();
  const years = 'Âge du patient, en années (facultatif)';
  await type(years, '3');
  await type('et en mois', '4');
  await type('et en mois', '12');
  await screen.findByText(/^Forme adulte pour un enfant : Paracétamol adultes/);
  expect([(await field(years)).value, (await field('et en mois')).value]).toEqual(['3', '4']);
  await press('Créer');
  await waitFor(() => expect(sentChanges().at(-1)?.body).toMatchObject({ patientMonths: 40 }));
});

test('an age that is taken away is not sent', async () => {
  const { api, sentChanges, fillIn } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.createPrescription, () => ({ prescription: aPrescription() }));
  await fillIn();
  await type('et en mois', '4');
  await type('et en mois', '0');
  await type('Âge du patient, en années (facultatif)', '');
  await press('Créer');
  await waitFor(() => expect(sentChanges().at(-1)?.body).not.toHaveProperty('patientMonths'));
});
