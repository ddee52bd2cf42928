import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { AddressForm } from '../addresses/AddressDialogs.tsx';
import { CardForm } from '../insurance/CardForm.tsx';
import { MedicationForm } from '../medications/MedicationDialogs.tsx';
import { SessionContext } from '../session/session-context.ts';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aUser } from '../testing/people.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { AccountForm } from '../users/accounts/AccountForm.tsx';
import { OwnDetailsForm } from '../users/profile/OwnDetailsDialog.tsx';
import { ZoneForm } from '../zones/ZoneDialogs.tsx';
import AdminLogin from './visitor/admin.tsx';
import Login from './visitor/login.tsx';
import Register from './visitor/register.tsx';
import RegisterPartner from './visitor/register-partner.tsx';
import RegisterPharmacy from './visitor/register-pharmacy.tsx';
import ResetPassword from './visitor/reset-password.tsx';
import VerifyOtp from './visitor/verify-otp.tsx';

const FIELDS = 'input:not([type="file"]), select, textarea, button[data-path], fieldset';

/**
 * Expects each error message on the page to describe a field, and the field to be marked invalid for screen readers. A group
 * or a button cannot be: its message describes it.
 * @returns the messages
 */
function expectErrorsMarked(): string[] {
  const messages = [...document.querySelectorAll<HTMLElement>('[id$="-error"]')];
  for (const { id, textContent } of messages) {
    const fields = [...document.querySelectorAll<HTMLElement>(FIELDS)];
    const described = fields.filter((field) =>
      field.getAttribute('aria-describedby')?.split(' ').includes(id),
    );
    expect(described, `the field of « ${textContent} »`).not.toHaveLength(0);
    const invalid = described.flatMap((field) =>
      field.matches('fieldset') ? [...field.querySelectorAll<HTMLElement>('input')] : [field],
    );
    for (const field of invalid.filter((one) => !one.matches('button')))
      expect(field.getAttribute('aria-invalid'), `« ${textContent} »`).toBe('true');
  }
  return messages.map(({ textContent }) => textContent ?? '');
}

const saving = { onSaved: () => {}, onFailed: () => {} };
// The state of the pages that follow another one, with the telephone filled in.
const state = { phone: '97000001', request: 'asked', resendAt: 0, resetToken: 'token' };

function show(page: ReactNode) {
  const api = fakeApi();
  showPage(<SessionContext value={aSession(null)}>{page}</SessionContext>, '/form', state);
  return api;
}
const submit = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test.each<[string, ReactNode, string | RegExp, number]>([
  ['sign-in', <Login key="1" />, 'Se connecter', 1],
  ['sign-in of partners', <AdminLogin key="2" />, 'Se connecter', 2],
  ['sign-up', <Register key="3" />, 'S’inscrire', 3],
  ['sign-up of a pharmacy', <RegisterPharmacy key="4" />, 'Inscrire ma pharmacie', 5],
  ['sign-up of a professional', <RegisterPartner key="5" />, 'S’inscrire', 6],
  ['code', <VerifyOtp key="6" />, 'Vérifier le code', 1],
  ['new password', <ResetPassword key="7" />, 'Changer le mot de passe', 2],
  [
    'own details',
    <OwnDetailsForm key="8" user={aUser({ name: '', phone: '' })} onSaved={() => {}} />,
    'Enregistrer',
    2,
  ],
  ['place of delivery', <AddressForm key="9" kept={null} zones={[]} {...saving} />, 'Enregistrer', 3],
  ['insurance card', <CardForm key="10" card={null} {...saving} />, 'Enregistrer la carte', 1],
  ['medicine', <MedicationForm key="11" medication={null} {...saving} />, 'Ajouter', 1],
  ['zone', <ZoneForm key="12" zone={null} {...saving} />, /^Ajouter$/, 2],
  ['account', <AccountForm key="13" account={null} {...saving} />, 'Créer', 5],
])('each error of the form for « %s » marks its field for screen readers', async (_, page, button, count) => {
  show(page);
  submit(button);
  await waitFor(() => expect(expectErrorsMarked().length).toBeGreaterThanOrEqual(count));
});

test.each([
  ['customers', <Login key="1" />, sessionEndpoints.login, 'Numéro de téléphone', '97000001'],
  ['partners', <AdminLogin key="2" />, sessionEndpoints.adminLogin, 'Email', 'afi@exemple.bj'],
] as const)(
  'a wrong password is said on the sign-in page of %s until the next attempt, and what was typed remains',
  async (_, page, endpoint, label, identifier) => {
    const api = show(page);
    api.on(endpoint, () => refuse('INVALID_CREDENTIALS'));
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    const form = field(label).closest('form')!;
    fireEvent.change(field(label), { target: { value: identifier } });
    fireEvent.change(field('Mot de passe'), { target: { value: 'mauvais' } });
    submit('Se connecter');
    expect((await within(form).findByRole('alert')).textContent).toBe('Identifiants incorrects');
    expect([field(label).value, field('Mot de passe').value]).toEqual([identifier, 'mauvais']);
    expect(field('Mot de passe').disabled).toBe(false);

    api.on(endpoint, () => new Promise<never>(() => {}));
    submit('Se connecter');
    await waitFor(() => expect(within(form).queryByRole('alert')).toBeNull());
  },
);
