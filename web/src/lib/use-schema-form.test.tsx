import { registrationForm } from '@amasin/domain/session/credentials.ts';
import { MantineProvider, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { Toasts } from './Toasts.tsx';
import { useSchemaForm } from './use-schema-form.ts';

type Form = { name: string; phone: string; email: string; password: string; confirmation: string };
const empty: Form = { name: '', phone: '', email: '', password: '', confirmation: '' };
const right: Form = { ...empty, name: 'Afi', phone: '97000001', password: '1234', confirmation: '1234' };

function Screen({
  initialValues = empty,
  send,
}: {
  initialValues?: Form;
  send: (form: Form) => Promise<unknown>;
}) {
  const { form, sending, formProps } = useSchemaForm({
    schema,
    initialValues,
    send,
    fallback: "Erreur lors de l'inscription",
    fieldOfCode: { EMAIL_TAKEN: 'email' },
  });
  return (
    <form {...formProps}>
      {Object.keys(empty).map((name) => (
        <TextInput key={form.key(name)} label={name} {...form.getInputProps(name)} />
      ))}
      <button type="submit" disabled={sending}>
        Envoyer
      </button>
    </form>
  );
}

const schema = registrationForm;

const around = (props: Parameters<typeof Screen>[0]) => (
  <MantineProvider>
    <Screen {...props} />
    <Toasts />
  </MantineProvider>
);

function show(props: Parameters<typeof Screen>[0]) {
  render(around(props));
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));

beforeEach(() => notifications.clean());

test('validates only the field that loses focus', async () => {
  show({ send: async () => expect.fail('sent') });
  fireEvent.blur(field('name'));
  await screen.findByText('Nom requis');
  expect(screen.queryByText('Mot de passe requis')).toBeNull();
});

test('an invalid form is not sent: every message is under its field, and the first invalid field has the focus', async () => {
  let sent = 0;
  show({ initialValues: { ...right, phone: '12', confirmation: '12345' }, send: async () => sent++ });
  submit();
  await screen.findByText('Format de téléphone invalide');
  expect(document.activeElement).toBe(field('phone'));
  expect(sent).toBe(0);
});

test('a refused form keeps the typed values, and shows the server’s message and field errors', async () => {
  show({
    initialValues: right,
    send: () => Promise.reject(new ApiError(422, 'INVALID', 'À corriger', { phone: 'Numéro refusé' })),
  });
  submit();
  await screen.findByText('Numéro refusé');
  await screen.findByText('À corriger');
  expect(field('name').value).toBe('Afi');
  expect(document.activeElement).toBe(field('phone'));
});

test('a refusal without fields is shown at the field of its code', async () => {
  const taken = new ApiError(409, 'EMAIL_TAKEN', 'Un compte existe déjà avec cet email');
  show({ initialValues: right, send: () => Promise.reject(taken) });
  submit();
  await waitFor(() => expect(field('email').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field('email'));
});

test('what a browser fills in without telling the page is sent', async () => {
  const sent: Form[] = [];
  show({ send: async (form) => sent.push(form) });
  for (const [name, value] of Object.entries(right)) field(name).value = value;
  submit();
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Afi', password: '1234', confirmation: '1234' }]));
});

test('the button is disabled only while sending', async () => {
  let finish = () => {};
  const send = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  show({ initialValues: right, send });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Envoyer' });
  expect(button.disabled).toBe(false);
  submit();
  await waitFor(() => expect(button.disabled).toBe(true));
  await waitFor(() => {
    finish();
    expect(button.disabled).toBe(false);
  });
});

test('values typed before hydration remain and are sent, and the focus does not move', async () => {
  const sent: Form[] = [];
  const page = around({ send: async (form) => sent.push(form) });
  const prerendered = document.body.appendChild(document.createElement('div'));
  prerendered.innerHTML = renderToString(page);
  const phone = field('phone');
  for (const name of ['name', 'password', 'confirmation'] as const) field(name).value = right[name];
  phone.focus();
  phone.value = right.phone;
  phone.setSelectionRange(3, 3);
  const root = await act(async () => hydrateRoot(prerendered, page));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    prerendered.remove();
  });
  expect(document.activeElement).toBe(phone);
  expect(phone.selectionStart).toBe(3);
  submit();
  await waitFor(() => expect(sent).toEqual([right]));
});
