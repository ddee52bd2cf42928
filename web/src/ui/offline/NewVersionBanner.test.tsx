import { MantineProvider, TextInput } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useSchemaForm } from '../../lib/form/use-schema-form.ts';
import NewVersionBanner from './NewVersionBanner.tsx';

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

function show() {
  const updates: string[] = [];
  const page = (form: boolean) => (
    <MantineProvider env="test">
      {form ? <Form /> : null}
      <NewVersionBanner onUpdate={() => updates.push('now')} onLater={() => {}} />
    </MantineProvider>
  );
  const { rerender } = render(page(true));
  return { updates, leaveForm: () => rerender(page(false)) };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const write = (name: string) => fireEvent.change(screen.getByLabelText('Nom'), { target: { value: name } });

test('where nothing is being written it updates at once, and promises to keep nothing', () => {
  const { updates } = show();
  expect(screen.getByRole('status').textContent).not.toContain('gardé');
  press('Mettre à jour');
  expect(updates).toEqual(['now']);
});

test('a form that was begun is named first; only a second yes loses it', () => {
  const { updates } = show();
  write('Afi Dossou');
  press('Mettre à jour');
  expect(updates).toEqual([]);
  expect(screen.getByRole('status').textContent).toContain('formulaire commencé');
  press('Mettre à jour quand même');
  expect(updates).toEqual(['now']);
});

test('what was typed and taken back is nothing to lose', () => {
  const back = show();
  write('Afi Dossou');
  write('Afi');
  press('Mettre à jour');
  expect(back.updates).toEqual(['now']);
});

test('a form that is gone is nothing to lose', () => {
  const { updates, leaveForm } = show();
  write('Afi Dossou');
  leaveForm();
  press('Mettre à jour');
  expect(updates).toEqual(['now']);
});
