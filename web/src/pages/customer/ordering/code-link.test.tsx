import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { addressField, codeField, fillPlace, newDevice, openOrder, setUpOrder } from '../order.fixture.tsx';

beforeEach(newDevice);

test('a link with a code fills it in; typed values remain', async () => {
  setUpOrder();
  const { router } = openOrder();
  await fillPlace();
  await act(() => router.navigate('/order?code=ORD-12345678'));
  expect((await codeField()).value).toBe('ORD-12345678');
  await screen.findByRole('region', { name: 'Ordonnance ORD-12345678' });
  expect((await addressField()).value).toBe('Portail bleu');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a link with anything other than a code changes nothing', async () => {
  setUpOrder();
  const { router } = openOrder();
  await fillPlace();
  await act(() => router.navigate('/order?code=bonjour'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByLabelText('Numéro d’ordonnance')).toBeNull();
});
