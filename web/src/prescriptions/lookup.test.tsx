import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NETWORK_MESSAGE } from '../lib/api-error.ts';
import { loseNetwork } from '../testing/customers/lose-network.ts';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { aPrescription } from '../testing/prescriptions.ts';
import { showPage } from '../testing/show-page.tsx';
import { usePrescriptionLookup } from './lookup.ts';

function Lookup() {
  const { prescription, retry } = usePrescriptionLookup('ORD-12345678');
  return (
    <button type="button" onClick={retry}>
      {prescription?.patientName ?? 'Rien'}
    </button>
  );
}

/** A prescription that was found, and is looked up again. */
async function find() {
  const api = fakeApi();
  api.on(prescriptionEndpoints.searchPrescription, () => ({ prescription: aPrescription() }));
  showPage(<Lookup />, '/order');
  return { api, button: await screen.findByRole('button', { name: 'Afi Kpadé' }) };
}

test('without a network, looking again says so and leaves what was found', async () => {
  const { api, button } = await find();
  api.on(prescriptionEndpoints.searchPrescription, () => networkError);
  loseNetwork();
  fireEvent.click(button);
  await screen.findByText(NETWORK_MESSAGE);
  expect(button.textContent).toBe('Afi Kpadé');
});

test('a refusal of the server is said', async () => {
  const { api, button } = await find();
  api.on(prescriptionEndpoints.searchPrescription, () => refuse('TOO_MANY_TRIES'));
  fireEvent.click(button);
  await screen.findByText(/^Trop de/);
});
