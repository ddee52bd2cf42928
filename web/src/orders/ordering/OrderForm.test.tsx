import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, test, vi } from 'vitest';
import { AddressField } from './Delivery.tsx';
import { useLeadToWrong } from './OrderForm.tsx';

test.each([
  [298, '2\u00a0caractères restants.'],
  [299, '1\u00a0caractère restant.'],
  [300, '0\u00a0caractère restant.'],
])('an address of %i characters: %s', (length, said) => {
  render(
    <MantineProvider env="test">
      <AddressField address={'x'.repeat(length)} error={undefined} onChange={() => {}} onLeave={() => {}} />
    </MantineProvider>,
  );
  expect(
    screen.getByText((_, element) => element?.textContent === said && element.childElementCount === 0),
  ).toBeDefined();
});

const goTo = vi.fn();

/** A form with this number of refusals for its medicines, whose lazy field may not be loaded yet. */
function Form({ refusals, loaded }: { refusals: number; loaded: boolean }) {
  const form = useRef<HTMLDivElement>(null);
  useLeadToWrong(
    form,
    {
      refusals,
      errors: { what: 'Ajoutez au moins un médicament' },
      lineProblems: new Map(),
      hasDoubts: false,
    },
    'medicaments',
    goTo,
  );
  return (
    <div ref={form}>
      {loaded ? <input aria-label="Médicament" aria-invalid="true" /> : <p>Un instant</p>}
      <input aria-label="Autre" />
    </div>
  );
}

const medication = () => screen.getByLabelText('Médicament');

it('focuses the first wrong field, once per refusal', () => {
  const { rerender } = render(<Form refusals={0} loaded />);
  expect(document.activeElement).not.toBe(medication());
  rerender(<Form refusals={1} loaded />);
  expect(document.activeElement).toBe(medication());
  act(() => screen.getByLabelText('Autre').focus());
  rerender(<Form refusals={1} loaded />);
  expect(document.activeElement).toBe(screen.getByLabelText('Autre'));
});

it('focuses a lazy field when it is mounted after the refusal', async () => {
  const { rerender } = render(<Form refusals={0} loaded={false} />);
  rerender(<Form refusals={1} loaded={false} />);
  rerender(<Form refusals={1} loaded />);
  await waitFor(() => expect(document.activeElement).toBe(medication()));
});

it('does not focus a lazy field without a refusal', async () => {
  const { rerender } = render(<Form refusals={0} loaded={false} />);
  rerender(<Form refusals={0} loaded />);
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  expect(document.activeElement).not.toBe(medication());
});
