import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { PersonPlace } from './PersonPlace.tsx';

// The menu's code comes when the test says so.
const line = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./UserMenu.tsx', async (original) => {
  await line.promise;
  return original();
});

const show = () => {
  const user = aUser({ type: 'customer' });
  const session = aSession(user);
  showPage(
    <SessionContext value={session}>
      <PersonPlace user={user} />
    </SessionContext>,
    '/',
  );
  return screen.findByRole('button', { name: /Afi Dossou/ });
};

test('a tap on the name before the menu’s code is there opens the menu when it comes', async () => {
  const place = await show();
  expect(place.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(place);
  line.resolve();
  expect(await screen.findByRole('menuitem', { name: 'Déconnexion' })).toBeDefined();
});

test('nobody’s menu opens by itself', async () => {
  const button = await show();
  // Once it is there, its button names what it opens.
  await waitFor(() => expect(screen.getByRole('button', { name: /Afi Dossou/ }).id).not.toBe(''));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('menuitem')).toBeNull();
});
