import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { type Place, placesOf } from '../../layout/staff/places.ts';
import { SessionContext } from '../../session/session-context.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import AgentDashboard from './agent-dashboard.tsx';
import ControlPanel from './cpanel.tsx';
import UsersAdmin from './cpanel-users.tsx';
import DeliveryDashboard from './delivery-dashboard.tsx';
import DoctorDashboard from './doctor-dashboard.tsx';
import PharmacyDashboard from './pharmacy-dashboard.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

const pages: Record<string, ReactNode> = {
  '/supervisor-dashboard': <SupervisorDashboard />,
  '/pharmacy-dashboard': <PharmacyDashboard />,
  '/delivery-dashboard': <DeliveryDashboard />,
  '/agent-dashboard': <AgentDashboard />,
  '/doctor-dashboard': <DoctorDashboard />,
  '/cpanel': <ControlPanel />,
  '/cpanel/users': <UsersAdmin />,
};

const staff = ['supervisor', 'agent', 'pharmacy', 'deliveryPerson', 'partnerDoctor', 'superAdmin'] as const;

const cases = staff.flatMap((type) =>
  placesOf(aUser({ type }))
    .filter(({ path }) => path !== '/profile')
    .map((place): [UserType, string, Place] => [type, place.label, place]),
);

test.each(cases)('%s: the page of « %s » has its heading', async (type, label, { path, tab }) => {
  // The content of each page has its own tests.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const session = aSession(aUser({ type }));
  showPage(
    <SessionContext value={session}>{pages[path]}</SessionContext>,
    tab === undefined ? path : `${path}?tab=${tab}`,
  );
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent?.startsWith(label)).toBe(true);
  vi.unstubAllGlobals();
});
