import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useLeadToWrong } from './use-lead-to-wrong.ts';

const goTo = vi.fn();

/** A form refused so many times for its medicines, whose field may still be on its way. */
function Form({ refusals, arrived }: { refusals: number; arrived: boolean }) {
  const form = useRef<HTMLDivElement>(null);
  useLeadToWrong(
    form,
    { refusals, errors: { what: 'Ajoutez au moins un médicament' }, lineProblems: new Map() },
    'medicaments',
    goTo,
  );
  return (
    <div ref={form}>
      {arrived ? <input aria-label="Médicament" aria-invalid="true" /> : <p>Un instant</p>}
      <input aria-label="Autre" />
    </div>
  );
}

const medication = () => screen.getByLabelText('Médicament');

it('leads into the first wrong field, once a refusal', () => {
  const { rerender } = render(<Form refusals={0} arrived />);
  expect(document.activeElement).not.toBe(medication());
  rerender(<Form refusals={1} arrived />);
  expect(document.activeElement).toBe(medication());
  act(() => screen.getByLabelText('Autre').focus());
  rerender(<Form refusals={1} arrived />);
  expect(document.activeElement).toBe(screen.getByLabelText('Autre'));
});

it('a field whose code arrives after the refusal gets the focus when it stands', async () => {
  const { rerender } = render(<Form refusals={0} arrived={false} />);
  rerender(<Form refusals={1} arrived={false} />);
  rerender(<Form refusals={1} arrived />);
  await waitFor(() => expect(document.activeElement).toBe(medication()));
});

it('a field that arrives without a refusal takes the focus from nobody', async () => {
  const { rerender } = render(<Form refusals={0} arrived={false} />);
  rerender(<Form refusals={0} arrived />);
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  expect(document.activeElement).not.toBe(medication());
});
