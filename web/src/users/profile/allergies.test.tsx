import { allergyEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { showPage } from '../../testing/show-page.tsx';
import { AllergiesSection } from './AllergiesSection.tsx';

test('a customer writes her allergies, and erases them', async () => {
  const api = fakeApi();
  let kept: string | null = null;
  api.on(allergyEndpoints.readAllergies, () => ({ allergies: kept }));
  api.on(allergyEndpoints.writeAllergies, ({ body }) => {
    kept = (body as { allergies: string | null }).allergies;
    return { allergies: kept };
  });
  showPage(<AllergiesSection />, '/');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Allergies (facultatif)');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer les allergies' });
  expect(save.disabled).toBe(true);
  for (const [typed, sent] of [
    [' Amoxicilline ', 'Amoxicilline'],
    ['  ', null],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(save);
    await waitFor(() => expect(kept).toBe(sent));
    await waitFor(() => expect(save.disabled).toBe(true));
  }
});

test('what was typed stays after a refusal', async () => {
  const api = fakeApi();
  api.on(allergyEndpoints.writeAllergies, () => refuse('INVALID'));
  showPage(<AllergiesSection />, '/');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Allergies (facultatif)');
  fireEvent.change(field, { target: { value: 'Iode' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer les allergies' }));
  await waitFor(() => expect(api.sent).toHaveLength(2));
  expect(field.value).toBe('Iode');
});
