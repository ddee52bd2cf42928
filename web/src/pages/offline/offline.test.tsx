import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Viewer } from '../../files/Viewer.tsx';
import { InsuranceSection } from '../../insurance/InsuranceSection.tsx';
import { SingleDelivery } from '../../orders/delivering/Delivering.tsx';
import { OpenOrder } from '../../orders/detail/OpenOrder.tsx';
import { Timeline } from '../../orders/detail/Timeline.tsx';
import { CandidateList } from '../../orders/supervision/AssignDialog.tsx';
import { DutyPanel, OnDutyNow } from '../../pharmacies/duty/DutyPanel.tsx';
import { EditPrescription } from '../../prescriptions/ComposingDialog.tsx';
import { OpenPrescription } from '../../prescriptions/PrescriptionDialog.tsx';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { anOrder } from '../../testing/orders.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import NewOrder from '../customer/order.tsx';
import { customer, showTo } from '../no-response/no-response.fixture.tsx';

/** The device is offline: no request is sent. */
function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
}

const id = '0198a000-0000-7000-8000-000000000009';
const none = () => null;
const moves = { unsent: [], add: none, remove: none };

test.each([
  ['a file', <Viewer key="1" fileKey="prescription/a" name="Ordonnance" />],
  [
    'an open order',
    <OpenOrder key="2" id={id} reader="agent" onClose={none}>
      {none}
    </OpenOrder>,
  ],
  ['a delivery', <SingleDelivery key="3" id={id} moves={moves} onClose={none} />],
  ['the timeline of an order', <Timeline key="4" orderId={id} reader="supervisor" />],
  ['the insurance card', <InsuranceSection key="5" />],
  [
    'the candidates',
    <CandidateList key="6" order={anOrder()} who="deliveryPerson" isPending={false} onSelect={none} />,
  ],
  [
    'an open prescription',
    <OpenPrescription key="7" scope="mine" number="ORD-1" onEdit={none} onClose={none} />,
  ],
  ['a prescription form', <EditPrescription key="8" number="ORD-1" user={aUser()} onClose={none} />],
  ['the duty shifts', <DutyPanel key="9" />],
  ['the pharmacies on duty', <OnDutyNow key="10" />],
])('offline, %s shows an error and a retry button instead of loading', async (_what, part) => {
  goOffline();
  const api = fakeApi();
  showPage(part, '/part');
  await screen.findAllByText(/Vérifiez votre réseau, puis réessayez\.$/);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Chargement…' })).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Réessayer' }).length).toBeGreaterThan(0);
  expect(api.sent).toEqual([]);
});

test('an order shows that the insurance card could not be loaded when the network failed meanwhile', async () => {
  const api = fakeApi();
  api.on(zoneEndpoints.listZones, () => ({ zones: [], total: 0 }));
  api.on(addressEndpoints.listAddresses, () => ({ addresses: [], total: 0 }));
  api.on(insuranceEndpoints.readInsurances, () => {
    goOffline();
    return refuse('UNAVAILABLE');
  });
  showTo(customer, <NewOrder />, '/order');
  await screen.findByText('Nous n’avons pas pu lire votre carte d’assurance.');
});
