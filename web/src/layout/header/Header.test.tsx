import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Session, SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { notificationsOf, someNotifications } from '../../testing/notifications.ts';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { Header } from './Header.tsx';

function showHeader(user: User | null) {
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(...someNotifications(3)));
  const session: Session = {
    status: user === null ? 'visitor' : 'signedIn',
    user,
    problem: null,
    signIn: () => {},
    signOut: async () => {},
    retry: () => {},
  };
  showPage(
    <SessionContext value={session}>
      <Header />
    </SessionContext>,
    '/',
  );
  return api;
}

test.each(['customer', 'supervisor', 'partnerDoctor', 'superAdmin'] as const)(
  'a %s has the bell',
  async (type) => {
    showHeader(aUser({ type }));
    await screen.findByRole('button', { name: 'Notifications, 3 non lues' });
  },
);

test('a disabled account has its menu, and no bell: it is told nothing', async () => {
  const api = showHeader(aUser({ active: false }));
  await screen.findByRole('button', { name: /Afi Dossou/ });
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
  expect(api.sent).toEqual([]);
});

test('a visitor has neither', async () => {
  const api = showHeader(null);
  await screen.findByRole('link', { name: 'Connexion' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(api.sent).toEqual([]);
});
