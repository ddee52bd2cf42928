import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearStored } from '../../lib/stored.ts';
import { refuse } from '../../testing/fake-api.ts';
import { aPrescription, prescriptionsOf } from '../../testing/prescriptions.ts';
import { field, PAGE, press, setUp, type } from './composing.fixture.tsx';

beforeEach(clearStored);

const open = (names: string[]) => {
  const { api } = setUp(`${PAGE}?write=new`);
  api.on(prescriptionEndpoints.listMyPrescriptions, ({ query }) =>
    prescriptionsOf(
      ...(query.q === '+2290197111111' ? names.map((patientName) => aPrescription({ patientName })) : []),
    ),
  );
  return api;
};

test('a telephone in any writing proposes the names of former prescriptions, once each', async () => {
  const api = open(['Afi Kpadé', 'Codjo Kpadé', 'Afi Kpadé']);
  await type('Téléphone du patient', '01 97 11 11');
  expect(screen.queryByText('Patients connus :')).toBeNull();
  await type('Téléphone du patient', '00229 97-11-11-11');
  await screen.findByText('Patients connus :');
  expect(screen.getAllByRole('button', { name: /Kpadé/ })).toHaveLength(2);
  expect((await field('Nom du patient')).value).toBe('');
  await press('Codjo Kpadé');
  expect((await field('Nom du patient')).value).toBe('Codjo Kpadé');
  expect(screen.getByRole('button', { name: 'Codjo Kpadé', pressed: true })).toBeTruthy();
  // Only the prescriber's own prescriptions are asked for.
  const asked = api.sent.filter(({ query }) => query.q === '+2290197111111');
  expect(asked.map(({ path }) => path)).toEqual(['/api/prescriptions/my']);
});

test('proposes nothing for an unknown telephone, or when the request fails', async () => {
  const api = open([]);
  await type('Téléphone du patient', '97 11 11 11');
  await waitFor(() => expect(api.sent.at(-1)?.query).toMatchObject({ q: '+2290197111111' }));
  expect(screen.queryByText(/^Patients? connu/)).toBeNull();
  api.on(prescriptionEndpoints.listMyPrescriptions, () => refuse('INTERNAL'));
  await type('Téléphone du patient', '97 11 11 12');
  await waitFor(() => expect(api.sent.at(-1)?.query).toMatchObject({ q: '+2290197111112' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
