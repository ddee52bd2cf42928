import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CHOSEN_FILE, clearStored, readStored, store } from '../../lib/stored.ts';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import { LeftOut, useOrderAgain } from './again.tsx';
import { emptyDraft } from './draft.ts';
import { putBack, removeReplaced, useDraft } from './use-draft.ts';
import { draftAgain } from './use-ordering.ts';

const user = aUser({ address: 'Chez moi' });
const line = { medicationId: 'm', label: 'Zinc 20 mg', form: 'tablet', price: 500, quantity: 1 } as const;
const begun = { ...emptyDraft, basketId: 'begun', lines: [line], address: 'Portail bleu', zoneId: 'z' };
const waiting = { ...emptyDraft, basketId: 'waiting', way: 'photo' as const, address: 'Portail gris' };
const photo = (name: string) => ({ name, type: 'image/jpeg', data: '' });

beforeEach(clearStored);

/** The form, as after a reload. */
function openForm(url = '/order') {
  cleanup();
  function Form() {
    const stored = useDraft(user._id, user.address);
    const { notice } = useOrderAgain({
      draft: stored.draft,
      startAgain: (again) => stored.change(() => draftAgain(again)),
      restore: (draft) => stored.change(() => draft),
    });
    return (
      <>
        {notice === null ? null : <LeftOut {...notice} />}
        <span data-testid="address">{stored.draft.address}</span>
        <button type="button" onClick={stored.clear}>
          Placer
        </button>
      </>
    );
  }
  showPage(
    <SessionContext value={aSession(user)}>
      <Form />
    </SessionContext>,
    url,
  );
}
const address = () => screen.getByTestId('address').textContent;
const takeUp = () => screen.getByRole('button', { name: 'La reprendre' });

test('an order that is put back replaces the begun one; either can be taken up again, with its photograph', () => {
  store(user._id, 'order-draft', begun);
  store(user._id, CHOSEN_FILE, photo('begun.jpg'));
  putBack(user._id, waiting);
  // The caller stores its photograph after it.
  store(user._id, CHOSEN_FILE, photo('waiting.jpg'));
  openForm();
  expect(address()).toBe('Portail gris');
  screen.getByText('Elle remplace celle que vous écriviez');
  openForm();
  fireEvent.click(takeUp());
  expect(address()).toBe('Portail bleu');
  expect(readStored(user._id, 'order-draft')).toMatchObject(begun);
  expect(readStored(user._id, CHOSEN_FILE)).toEqual(photo('begun.jpg'));
  fireEvent.click(takeUp());
  expect(readStored(user._id, 'order-draft')).toMatchObject(waiting);
  expect(readStored(user._id, CHOSEN_FILE)).toEqual(photo('waiting.jpg'));
});

test('orders that were put back one after the other are all offered in turn', () => {
  store(user._id, 'order-draft', begun);
  putBack(user._id, { ...waiting, fileKey: 'first', address: 'Portail un' });
  putBack(user._id, { ...waiting, fileKey: 'second', address: 'Portail deux' });
  openForm();
  expect(address()).toBe('Portail deux');
  for (const next of ['Portail un', 'Portail bleu', 'Portail deux']) {
    fireEvent.click(takeUp());
    expect(address()).toBe(next);
  }
});

test('an order that was paid meanwhile is not offered', () => {
  store(user._id, 'order-draft', begun);
  putBack(user._id, { ...waiting, fileKey: 'a-key' });
  removeReplaced(user._id, '', ({ basketId }) => basketId === 'begun');
  openForm();
  expect(screen.queryByRole('button', { name: 'La reprendre' })).toBeNull();
});

test('the address of the profile stays, whatever it is now', () => {
  store(user._id, 'order-draft', { ...begun, address: 'Avant', usual: 'Avant' });
  putBack(user._id, waiting);
  openForm();
  fireEvent.click(takeUp());
  expect(address()).toBe('Chez moi');
});

test('once the other order is placed, the replaced one is the begun one', () => {
  store(user._id, 'order-draft', begun);
  putBack(user._id, { ...waiting, fileKey: 'a-key' });
  openForm();
  fireEvent.click(screen.getByRole('button', { name: 'Placer' }));
  openForm();
  expect(readStored(user._id, 'order-draft')).toMatchObject(begun);
  expect(screen.queryByRole('button', { name: 'La reprendre' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Placer' }));
  openForm();
  expect(address()).toBe('Chez moi');
});

test('an order with nothing chosen is not offered', () => {
  store(user._id, 'order-draft', { ...emptyDraft, address: 'Ailleurs', zoneId: 'z' });
  putBack(user._id, waiting);
  openForm();
  expect(screen.queryByRole('button', { name: 'La reprendre' })).toBeNull();
});

test.each([false, true])(
  'the order that « Commander à nouveau » replaced can be taken up, after a reload: %s',
  async (isReloaded) => {
    const again: OrderAgain = {
      items: [line],
      gone: [],
      prescribed: [],
      zone: null,
      address: 'Portail vert',
      insured: false,
    };
    fakeApi().on(orderEndpoints.readAgain, () => ({ again }));
    store(user._id, 'order-draft', begun);
    openForm('/order?encore=0198a000-0000-7000-8000-0000000000e7');
    await waitFor(() => expect(address()).toBe('Portail vert'));
    if (isReloaded) openForm();
    fireEvent.click(takeUp());
    expect(address()).toBe('Portail bleu');
    // Only before a reload it is known that the copy was not changed.
    expect(screen.queryByRole('button', { name: 'La reprendre' }) !== null).toBe(isReloaded);
  },
);

test('sign-out removes it', () => {
  store(user._id, 'order-draft', begun);
  putBack(user._id, waiting);
  clearStored();
  expect(JSON.stringify(localStorage)).not.toContain('Portail');
});
