import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { HydrationProvider } from '../lib/hydration.tsx';
import { SessionContext } from '../session/session-context.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { notificationsOf, someNotifications } from '../testing/notifications.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { CurrentPageLink, Header } from './Header.tsx';

function showHeader(user: User | null) {
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf(...someNotifications(3)));
  const session = aSession(user);
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

test('a disabled account has its menu, but no bell and no request', async () => {
  const api = showHeader(aUser({ active: false }));
  await screen.findByRole('button', { name: /Afi Dossou/ });
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
  expect(api.sent).toEqual([]);
});

test('a visitor has neither menu nor bell', async () => {
  const api = showHeader(null);
  await screen.findAllByRole('link', { name: 'Connexion' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(api.sent).toEqual([]);
});

test('the menu of a phone is a native disclosure, closed by Escape and by a tap outside', async () => {
  showHeader(null);
  const menu = (await screen.findByLabelText('Menu')).closest('details')!;
  const open = () => {
    menu.open = true;
    fireEvent(menu, new Event('toggle'));
  };
  open();
  const inside = within(within(menu).getByRole('navigation', { name: 'Menu du site' }));
  expect(inside.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Accueil', '/'],
    ['À propos', '/about'],
    ['Trouver une pharmacie', '/pharmacies'],
    ['Espace partenaire', '/admin'],
    ['Connexion', '/login'],
    ['Inscription', '/register'],
  ]);
  fireEvent.keyDown(menu, { key: 'Escape' });
  expect(menu.open).toBe(false);
  expect(document.activeElement).toBe(menu.querySelector('summary'));
  open();
  fireEvent.pointerDown(menu.querySelector('nav')!);
  expect(menu.open).toBe(true);
  fireEvent.pointerDown(document.body);
  expect(menu.open).toBe(false);
});

const links = (
  <>
    <CurrentPageLink to="/" className="place">
      Accueil
    </CurrentPageLink>
    <CurrentPageLink to="/about" className="place">
      À propos
    </CurrentPageLink>
  </>
);

test('has no `aria-current` while prerendered', () => {
  const html = renderToString(
    <HydrationProvider>
      <MemoryRouter>{links}</MemoryRouter>
    </HydrationProvider>,
  );
  expect(html).not.toContain('aria-current');
});

test('has `aria-current` for its own page only, once hydrated', async () => {
  showPage(links, '/about');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('À propos');
});
