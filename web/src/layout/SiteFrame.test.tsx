import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { cardCheckEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SessionContext } from '../session/session-context.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { notificationsOf } from '../testing/notifications.ts';
import { aListOf, anOrder } from '../testing/orders.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { SiteFrame } from './SiteFrame.tsx';

// The parts that a page has after hydration have their own tests.
vi.mock('./Hydrated.tsx', () => ({ Hydrated: () => null }));

async function show(user: User | null, url: string) {
  const api = fakeApi();
  api.on(notificationEndpoints.listNotifications, () => notificationsOf());
  api.on(orderEndpoints.listOrders, () => ({
    ...aListOf(anOrder()),
    work: { todo: 12, late: 0, review: 0, feedback: 0 },
  }));
  api.on(reviewEndpoints.listMedicinesToReview, () => ({ medications: [], total: 0 }));
  api.on(cardCheckEndpoints.listCardsToCheck, () => ({ cards: [], total: 0 }));
  api.on(consultationEndpoints.listPatientChats, () => ({ success: true as const, chats: [], total: 0 }));
  const session = aSession(user);
  showPage(
    <SessionContext value={session}>
      <SiteFrame>
        <p>la page</p>
      </SiteFrame>
    </SessionContext>,
    url,
  );
  return within(await screen.findByRole('main'));
}

const supervisor = aUser({ type: 'supervisor' });

test('staff at work have their places, the links of the site and a footer', async () => {
  const main = await show(supervisor, '/supervisor-dashboard');
  main.getByText('la page');
  await screen.findByRole('navigation', { name: 'Espace de travail' });
  expect(screen.getByRole('link', { name: 'Amasin, mon espace' }).getAttribute('href')).toBe(
    '/supervisor-dashboard',
  );
  await screen.findByRole('button', { name: /^Notifications/ });
  await screen.findByRole('link', { name: /^Gestion des commandes.*, 12\sà faire$/ });
  await screen.findByRole('button', { name: /Afi Dossou/ });
  const links = within(screen.getByRole('navigation', { name: 'Navigation principale' }));
  expect(links.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Accueil',
    'À propos',
    'Trouver une pharmacie',
    'Espace partenaire',
  ]);
  within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Confidentialité' });
});

test.each<[string, User | null, string]>([
  ['a visitor', null, '/about'],
  ['a customer', aUser(), '/dashboard'],
  ['staff on a public page', supervisor, '/about'],
  ['a disabled account', { ...supervisor, active: false }, '/supervisor-dashboard'],
])('%s has the header of the site and the footer', async (_, user, url) => {
  const main = await show(user, url);
  main.getByText('la page');
  expect(screen.getByRole('contentinfo')).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Trouver une pharmacie' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('navigation', { name: 'Espace de travail' })).toBeNull();
});
