import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aConsultation, doctor, serveChats } from '../../consultations/doctor/doctor.fixture.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { prescriptionsOf } from '../../testing/prescriptions.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import DoctorDashboard from '../staff/doctor-dashboard.tsx';
import SupervisorDashboard from '../staff/supervisor-dashboard.tsx';

/** Names of the modules that were loaded. */
const loaded = vi.hoisted(() => new Set<string>());
vi.mock('../../ui/DialogSurface.tsx', (original) => {
  loaded.add('dialog');
  return original();
});
vi.mock('../../orders/supervision/SupervisedOrder.tsx', (original) => {
  loaded.add('order');
  return original();
});

test('the consultations of a doctor load what their dialogs need, to open them without a network', async () => {
  const { api } = serveChats(aConsultation());
  api.on(prescriptionEndpoints.listMyPrescriptions, () => prescriptionsOf());
  showPage(
    <SessionContext value={aSession(doctor)}>
      <DoctorDashboard />
    </SessionContext>,
    '/doctor-dashboard?tab=consultations',
  );
  await waitFor(() => expect(loaded).toContain('dialog'));
});

test('the code of an open order is loaded after the list of the orders', async () => {
  const api = fakeApi();
  const list = Promise.withResolvers<void>();
  api.on(orderEndpoints.listOrders, async () => {
    await list.promise;
    return aListOf(anOrder());
  });
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  showPage(<SupervisorDashboard />, '/supervisor-dashboard');
  await screen.findByRole('searchbox');
  await waitFor(() => expect(api.sent.map(({ path }) => path)).toContain('/api/orders'));
  expect(loaded).not.toContain('order');
  list.resolve();
  await waitFor(() => expect(loaded).toContain('order'));
});
