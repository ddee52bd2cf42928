import { MantineProvider, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import { NewVersion } from './NewVersion.tsx';

const worker = vi.hoisted(() => ({ wait: (_activate: () => void) => {} }));
vi.mock('../../lib/offline/watch-versions.ts', () => ({
  watchVersions: (onWaiting: (activate: () => void) => void) => {
    worker.wait = onWaiting;
  },
}));

const loadSchema = async () => z.object({ name: z.string() });

function Form() {
  const { form, formProps } = useSchemaForm({
    loadSchema,
    initialValues: { name: 'Afi' },
    send: async () => {},
    fallback: '',
  });
  return (
    <form {...formProps}>
      <TextInput label="Nom" {...form.getInputProps('name')} />
    </form>
  );
}

/** A page with a form, and a new version that is waiting. */
async function show() {
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  const updates: string[] = [];
  const page = (form: boolean) => (
    <MantineProvider env="test">
      {form ? <Form /> : null}
      <NewVersion />
    </MantineProvider>
  );
  const initial = worker.wait;
  const { rerender } = render(page(true));
  await waitFor(() => expect(worker.wait).not.toBe(initial));
  act(() => worker.wait(() => updates.push('now')));
  return { updates, removeForm: () => rerender(page(false)) };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const write = (name: string) => fireEvent.change(screen.getByLabelText('Nom'), { target: { value: name } });

test('updates at once when no form has unsent values', async () => {
  const { updates } = await show();
  expect(screen.getByRole('status').textContent).not.toContain('gardé');
  press('Mettre à jour');
  expect(updates).toEqual(['now']);
});

test('warns of an unsent form first, and updates after a confirmation', async () => {
  const { updates } = await show();
  write('Afi Dossou');
  press('Mettre à jour');
  expect(updates).toEqual([]);
  expect(screen.getByRole('status').textContent).toContain('formulaire commencé');
  press('Mettre à jour quand même');
  expect(updates).toEqual(['now']);
});

test('updates at once when the initial value was typed again', async () => {
  const { updates } = await show();
  write('Afi Dossou');
  write('Afi');
  press('Mettre à jour');
  expect(updates).toEqual(['now']);
});

test('updates at once when the form is no longer mounted', async () => {
  const { updates, removeForm } = await show();
  write('Afi Dossou');
  removeForm();
  press('Mettre à jour');
  expect(updates).toEqual(['now']);
});

test('« Plus tard » hides the banner', async () => {
  const { updates } = await show();
  press('Plus tard');
  expect(screen.queryByRole('status')).toBeNull();
  expect(updates).toEqual([]);
});
