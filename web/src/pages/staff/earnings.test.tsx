import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listsOf } from '../../consultations/doctor/doctor.fixture.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aPrescription, prescriptionsOf } from '../../testing/prescriptions.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import DoctorDashboard from './doctor-dashboard.tsx';

test('« ?tab=gains » shows what each prescription earned and the statements, which the list does not load', async () => {
  const api = fakeApi();
  const doctor = aUser({ type: 'partnerDoctor', name: 'Aïcha Kora' });
  api.on(prescriptionEndpoints.listMyPrescriptions, () => prescriptionsOf(aPrescription()));
  api.on(consultationEndpoints.listDoctorChats, () => listsOf());
  api.on(benefitEndpoints.readPartnerBenefits, () => ({ total: 0, totalPaid: 0, pending: 0, held: 0 }));
  api.on(benefitEndpoints.listEarnedShares, () => ({ earnings: [], total: 0 }));
  const holder = { _id: doctor._id, name: doctor.name, type: 'partnerDoctor' } as const;
  api.on(statementEndpoints.listStatements, () => ({ holder, months: [] }));
  const router = showPage(
    <SessionContext value={aSession(doctor)}>
      <DoctorDashboard />
    </SessionContext>,
    '/doctor-dashboard',
  );
  const paths = () => api.sent.map(({ path }) => path);
  const loaded = ['/api/benefics/partner/earnings', '/api/statements'];
  await screen.findByText('ORD-12345678');
  for (const path of loaded) expect(paths()).not.toContain(path);
  await router.navigate('/doctor-dashboard?tab=gains');
  await screen.findByRole('heading', { level: 1, name: 'Gains' });
  await screen.findByRole('heading', { level: 2, name: 'Relevés' });
  await waitFor(() => expect(paths()).toEqual(expect.arrayContaining(loaded)));
});
