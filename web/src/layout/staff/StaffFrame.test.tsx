import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aUser } from '../../testing/people.ts';
import { showPage } from '../../testing/show-page.tsx';
import { focusSearch, SearchField } from '../../ui/filters.tsx';
import { placesOf } from './places.ts';
import { useSearchKey } from './StaffFrame.tsx';

const field = <SearchField label="Chercher" value="" onSearch={() => {}} />;

function Page({ type, searchable = false }: { type: UserType; searchable?: boolean }) {
  useSearchKey(placesOf(aUser({ type })).find((place) => place.searchable));
  return (
    <main>
      <textarea aria-label="Note" />
      {searchable ? field : null}
    </main>
  );
}

test.each<[UserType, string]>([
  ['supervisor', '/supervisor-dashboard'],
  ['agent', '/agent-dashboard'],
  ['pharmacy', '/pharmacy-dashboard'],
  ['superAdmin', '/cpanel?tab=orders'],
])('a %s opens the search of orders with « / »', (type, url) => {
  const router = showPage(<Page type={type} />, '/profile');
  fireEvent.keyDown(document.body, { key: '/' });
  const { pathname, search, state } = router.state.location;
  expect(`${pathname}${search}`).toBe(url);
  expect(state).toEqual(focusSearch);
});

test('a list that is opened so has the focus in its search field', () => {
  showPage(field, '/supervisor-dashboard', focusSearch);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('a search field of the page takes the key', () => {
  const router = showPage(<Page type="supervisor" searchable />, '/profile');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  expect(router.state.location.pathname).toBe('/profile');
});

test('a slash that is typed stays in its field, and a courier has no such list', () => {
  const first = showPage(<Page type="supervisor" />, '/profile');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Note' }), { key: '/' });
  expect(first.state.location.pathname).toBe('/profile');
  const second = showPage(<Page type="deliveryPerson" />, '/profile');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(second.state.location.pathname).toBe('/profile');
});
