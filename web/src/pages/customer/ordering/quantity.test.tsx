import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { choose, fill, newDevice, openOrder, paracetamol, sendButton, setUpOrder } from './order.fixture.tsx';

beforeEach(newDevice);

test('a large quantity is asked about before paying, and paid once it is confirmed', async () => {
  const { opened } = setUpOrder();
  const { unmount } = openOrder();
  await fill();
  const field = await screen.findByLabelText<HTMLInputElement>(`Quantité : ${paracetamol.label}`);
  fireEvent.change(field, { target: { value: '25' } });
  fireEvent.blur(field);
  const question = await screen.findByText(/^25\sboîtes : c’est bien cela \?$/);
  expect(
    screen
      .getAllByRole('status')
      .map((status) => status.textContent)
      .join(),
  ).toMatch(/Paracétamol 500 mg\. 25\sboîtes : c’est bien cela/);
  // (25 000 × 110 %) + 700
  fireEvent.click(sendButton(/^Payer 28\s200\sF$/));
  const yes = within(question.parentElement as HTMLElement).getByRole('button', { name: /^Oui/ });
  await waitFor(() => expect(document.activeElement).toBe(yes));
  expect(opened()).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: /^Corriger :/ }));
  expect(document.activeElement).toBe(field);
  fireEvent.click(yes);
  await waitFor(() => expect(screen.queryByText(/c’est bien cela/)).toBeNull());
  expect(document.activeElement).toBe(field);

  // Not asked again after a reload.
  unmount();
  openOrder();
  await screen.findByLabelText(`Quantité : ${paracetamol.label}`);
  fireEvent.click(sendButton(/^Payer 28\s200\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
});

test('a quantity that is cut to 999 says so', async () => {
  setUpOrder();
  openOrder();
  await choose('para');
  const field = await screen.findByLabelText<HTMLInputElement>(`Quantité : ${paracetamol.label}`);
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  type('5000');
  expect((await screen.findByText('999 au plus')).getAttribute('role')).toBe('status');
  expect(field.value).toBe('999');
  type('3');
  await waitFor(() => expect(screen.queryByText('999 au plus')).toBeNull());
});
