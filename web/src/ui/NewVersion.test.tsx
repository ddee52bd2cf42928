import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { showPage } from '../testing/show-page.tsx';
import { NewVersion } from './NewVersion.tsx';

const worker = vi.hoisted(() => ({ wait: null as ((activate: () => void) => void) | null }));
vi.mock('../lib/versions.ts', () => ({
  watchVersions: (onWaiting: (activate: () => void) => void) => {
    worker.wait = onWaiting;
  },
}));

const schema = z.object({ name: z.string() });

function Form() {
  const { form, formProps } = useSchemaForm({
    schema,
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

/** A production page. */
function open(page: ReactNode, url = '/') {
  worker.wait = null;
  vi.stubEnv('PROD', true);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return showPage(page, url);
}

/** A page with a form, and a new version that is waiting. */
async function show() {
  const updates: string[] = [];
  let removeForm = () => {};
  function Page() {
    const [form, setForm] = useState(true);
    removeForm = () => act(() => setForm(false));
    return (
      <>
        {form ? <Form /> : null}
        <NewVersion />
      </>
    );
  }
  open(<Page />);
  await waitFor(() => expect(worker.wait).not.toBeNull());
  act(() => worker.wait?.(() => updates.push('now')));
  return { updates, removeForm };
}

describe('the service worker is installed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = () => act(() => vi.advanceTimersByTimeAsync(10_000));

  test('after the data of the page', async () => {
    let respond = (_rows: string[]) => {};
    const load = () =>
      new Promise<string[]>((resolve) => {
        respond = resolve;
      });
    function Page() {
      useQuery({ queryKey: ['rows'], queryFn: load });
      return <NewVersion />;
    }
    open(<Page />);
    await pass();
    expect(worker.wait).toBeNull();
    respond(['CMD-000001']);
    await pass();
    expect(worker.wait).not.toBeNull();
  });

  test.each(['/login', '/register', '/admin'])('not on %s, but after signing in', async (url) => {
    open(<NewVersion />, url).dispose();
    await pass();
    expect(worker.wait).toBeNull();
    open(<NewVersion />, '/dashboard');
    await pass();
    expect(worker.wait).not.toBeNull();
  });
});

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
