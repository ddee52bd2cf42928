import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill, newDevice, openOrder, paracetamol, sendButton, setUpOrder } from '../order.fixture.tsx';

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

test.each([
  ['1,5', 'Quantité entière, 1 au moins'],
  ['.05', 'Quantité entière, 1 au moins'],
  ['2 boîtes de 30', 'Quantité entière, 1 au moins'],
  ['-2', 'Quantité entière, 1 au moins'],
  ['1e2', 'Quantité entière, 1 au moins'],
  ['5000', '999 au plus'],
])('« %s » in a quantity stays, is marked, and is neither counted nor ordered', async (typed, problem) => {
  const { opened } = setUpOrder();
  const { unmount } = openOrder();
  await fill();
  sendButton(/^Payer 1\s800\sF$/);
  const field = await screen.findByLabelText<HTMLInputElement>(`Quantité : ${paracetamol.label}`);
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  type(typed);
  expect((await screen.findByText(problem)).getAttribute('role')).toBe('alert');
  expect(field.value).toBe(typed);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  // Its amount is in no total.
  expect(screen.queryByText(/1\s800\sF/)).toBeNull();
  fireEvent.click(sendButton(/^Payer|^Commander/));
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(opened()).toHaveLength(0);

  // It is still there after a reload.
  unmount();
  openOrder();
  const again = await screen.findByLabelText<HTMLInputElement>(`Quantité : ${paracetamol.label}`);
  expect(again.value).toBe(typed);
  fireEvent.change(again, { target: { value: '3' } });
  fireEvent.blur(again);
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  // (3 000 × 110 %) + 700
  sendButton(/^Payer 4\s000\sF$/);
});
