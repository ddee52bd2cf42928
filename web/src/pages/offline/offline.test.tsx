import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import Viewer from '../../files/viewing/Viewer.tsx';
import { InsuranceSection } from '../../insurance/InsuranceSection.tsx';
import { SingleDelivery } from '../../orders/delivering/SingleDelivery.tsx';
import { OpenOrder } from '../../orders/detail/OpenOrder.tsx';
import { Timeline } from '../../orders/detail/Timeline.tsx';
import { AddToNight } from '../../pharmacies/duty/AddToNight.tsx';
import { DutyPanel } from '../../pharmacies/duty/DutyPanel.tsx';
import { OnDutyNow } from '../../pharmacies/duty/OnDutyNow.tsx';
import { EditPrescription } from '../../prescriptions/listing/composing/EditPrescription.tsx';
import { OpenPrescription } from '../../prescriptions/listing/open/OpenPrescription.tsx';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import CandidateList from '../../users/CandidateList.tsx';
import NewOrder from '../customer/order.tsx';
import { customer, showTo } from '../no-response/no-response.fixture.tsx';

/** The device has no network; nothing that is asked goes out. */
function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
}

const id = '0198a000-0000-7000-8000-000000000009';
const none = () => null;
const slots = { filePicker: none, medicineSearch: none, findAgain: async () => [] };

test.each([
  ['a file', <Viewer key="1" fileKey="prescription/a" name="Ordonnance" />],
  [
    'an open order',
    <OpenOrder key="2" id={id} reader="agent" onClose={none}>
      {none}
    </OpenOrder>,
  ],
  ['one delivery', <SingleDelivery key="3" id={id} onClose={none} />],
  ['what happened to an order', <Timeline key="4" orderId={id} reader="supervisor" />],
  ['the insurance card', <InsuranceSection key="5" renderPicker={none} renderFileLink={none} />],
  [
    'those who can be assigned',
    <CandidateList
      key="6"
      type="deliveryPerson"
      presentId={null}
      noCandidate="Personne"
      pendingId={null}
      onChoose={none}
    />,
  ],
  [
    'an open prescription',
    <OpenPrescription key="7" scope="mine" number="ORD-1" fileLink={none} onEdit={none} onClose={none} />,
  ],
  [
    'a prescription to be changed',
    <EditPrescription key="8" {...slots} number="ORD-1" user={aUser()} onClose={none} />,
  ],
  ['the nights of duty', <DutyPanel key="9" />],
  ['those on duty now', <OnDutyNow key="10" />],
  ['pharmacies for a night', <AddToNight key="11" date="2026-11-20" present={[]} onClose={none} />],
])('without a network %s is not waited for: it says so, and offers another try', async (_what, part) => {
  goOffline();
  const api = fakeApi();
  showPage(part, '/part');
  await screen.findAllByText(/Vérifiez votre réseau, puis réessayez\.$/);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Chargement…' })).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Réessayer' }).length).toBeGreaterThan(0);
  expect(api.sent).toEqual([]);
});

test('an order says that the insurance card did not come, when the line went while it was asked for', async () => {
  const api = fakeApi();
  api.on(zoneEndpoints.listZones, () => ({ zones: [], total: 0 }));
  api.on(insuranceEndpoints.readInsurances, () => {
    goOffline();
    return refuse('UNAVAILABLE');
  });
  showTo(customer, <NewOrder />, '/order');
  await screen.findByText('Nous n’avons pas pu lire votre carte d’assurance.');
});
