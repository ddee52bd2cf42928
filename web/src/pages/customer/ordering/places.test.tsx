import type { Address } from '@amasin/domain/addresses/address.ts';
import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import {
  addressField,
  choose,
  fillPlace,
  newDevice,
  openOrder,
  sectorField,
  sendButton,
  setUpOrder,
  zone,
} from '../order.fixture.tsx';

const home: Address = {
  _id: '0198a000-0000-7000-8000-0000000000f1',
  name: 'Maison',
  zone: zone._id,
  sector: 'Cadjèhoun',
  address: 'Portail gris',
};
const far = {
  ...home,
  _id: '0198a000-0000-7000-8000-0000000000f2',
  name: 'Village',
  zone: '0198a000-0000-7000-8000-0000000000b9',
};

beforeEach(newDevice);

function setUp(addresses: Address[]) {
  const set = setUpOrder();
  set.api.on(addressEndpoints.listAddresses, () => ({ addresses, total: addresses.length }));
  return set;
}

test('one tap delivers to a kept place; a zone that is no longer served is not offered', async () => {
  const { opened } = setUp([home, far]);
  openOrder();
  const places = within(await screen.findByRole('group', { name: 'Livrer à' }));
  expect(places.getAllByRole('radio')).toHaveLength(1);
  await choose('para');
  fireEvent.click(places.getByRole('radio', { name: /^Maison\s*Cadjèhoun, Portail gris$/ }));
  expect((await sectorField()).value).toBe('Cadjèhoun, Cotonou – 12e arrondissement');
  expect((await addressField()).value).toBe('Portail gris');
  expect(places.getByRole<HTMLInputElement>('radio').checked).toBe(true);
  // It is kept already.
  expect(screen.queryByRole('button', { name: 'Garder cette adresse' })).toBeNull();
  fireEvent.click(sendButton(/^Payer 1\s800\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toMatchObject({
    order: { deliveryZone: zone._id, deliveryAddress: 'Portail gris' },
  });
  fireEvent.change(await addressField(), { target: { value: 'Portail bleu' } });
  expect(places.getByRole<HTMLInputElement>('radio').checked).toBe(false);
});

test('a new address can be kept under a name', async () => {
  const { api } = setUp([home]);
  openOrder();
  await screen.findByRole('group', { name: 'Livrer à' });
  expect(screen.queryByRole('button', { name: 'Garder cette adresse' })).toBeNull();
  await fillPlace();
  fireEvent.click(await screen.findByRole('button', { name: 'Garder cette adresse' }));
  const name = screen.getByLabelText<HTMLInputElement>('Nom de ce lieu');
  expect(name.value).toBe('Travail');
  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Garder' }));
  expect(screen.getByText('Nom requis')).toBeDefined();
  fireEvent.change(name, { target: { value: 'Chez maman' } });
  const kept = { ...home, _id: far._id, name: 'Chez maman', address: 'Portail bleu' };
  api.on(addressEndpoints.createAddress, ({ body }) => {
    expect(body).toEqual({
      name: 'Chez maman',
      zone: zone._id,
      sector: 'Cadjèhoun',
      address: 'Portail bleu',
    });
    api.on(addressEndpoints.listAddresses, () => ({ addresses: [home, kept], total: 2 }));
    return { address: kept };
  });
  fireEvent.click(screen.getByRole('button', { name: 'Garder' }));
  await screen.findByText('Lieu gardé');
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: /^Chez maman/ });
  expect(chosen.checked).toBe(true);
  expect(screen.queryByRole('button', { name: /^Garder/ })).toBeNull();
});

test('a refusal to keep an address is shown, and the order can be paid', async () => {
  const { api } = setUp([]);
  api.on(addressEndpoints.createAddress, () => refuse('ADDRESS_EXISTS'));
  openOrder();
  await choose('para');
  await fillPlace();
  fireEvent.click(await screen.findByRole('button', { name: 'Garder cette adresse' }));
  fireEvent.click(screen.getByRole('button', { name: 'Garder' }));
  await screen.findByText('Un de vos lieux porte déjà ce nom');
  expect(sendButton(/^Payer 1\s800\sF$/)).toBeDefined();
});

test('the order form works while the kept addresses cannot be read', async () => {
  const { api } = setUp([]);
  api.on(addressEndpoints.listAddresses, () => refuse('INTERNAL'));
  openOrder();
  await choose('para');
  await fillPlace();
  expect(sendButton(/^Payer 1\s800\sF$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Garder cette adresse' })).toBeNull();
});

test('an address of one letter is refused, with what helps', async () => {
  setUp([]);
  openOrder();
  const field = await addressField();
  fireEvent.change(field, { target: { value: 'a' } });
  fireEvent.blur(field);
  await screen.findByText('Indiquez un repère : rue, portail, commerce voisin');
});
