import type { Page } from '@playwright/test';
import { createPerson, submitSignIn } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { checkAppearance, openPage } from '../visual/appearance.ts';

/** Returns the code of the latest SMS to this number. */
async function readCode(page: Page, phone: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const response = await page.request.get('/api/dev/sms');
    const { messages } = (await response.json()) as { messages: { to: string; text: string }[] };
    const text = messages.find(({ to, text }) => to === `+229${phone}` && text.includes('code'))?.text ?? '';
    code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

test('a customer resets a forgotten password with the code from an SMS and signs in', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Fifamè Test-Oubli');
  const page = await open(PHONE);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
  await expect(page).toHaveTitle('Mot de passe oublié · Amasin');
  const send = page.getByRole('button', { name: 'Envoyer OTP' });
  await expect(send).toBeDisabled();
  const phone = page.getByLabel('Numéro de téléphone');
  await phone.fill('12345678901');
  await send.click();
  await expect(page.getByText('Format de téléphone invalide')).toBeVisible();
  await phone.fill(customer.phone);
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await send.click();

  await expect(page).toHaveURL('/verify-otp');
  await expect(page.getByText("Si ce numéro est enregistré, un code vient d'être envoyé.")).toBeVisible();
  await expect(page.getByRole('button', { name: /^Renvoyer dans/ })).toBeDisabled();
  const code = await readCode(page, customer.phone);
  const field = page.getByLabel('Code reçu par SMS');
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Vérifier le code' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).not.toHaveValue('');
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  // The page keeps the number after a reload.
  await page.reload();
  await field.fill(code);
  await page.getByRole('button', { name: 'Vérifier le code' }).click();

  await expect(page).toHaveURL('/reset-password');
  const password = page.getByLabel('Nouveau mot de passe', { exact: true });
  const again = page.getByLabel('Confirmer le mot de passe', { exact: true });
  await password.fill('nouveau-mot');
  await again.fill('nouveau-mto');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await again.fill('nouveau-mot');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();

  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Mot de passe modifié. Vous pouvez maintenant vous connecter.');
  await submitSignIn(page, customer.identifier, 'nouveau-mot');
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).not.toHaveURL('/reset-password');
});

test('the two pages that need a telephone number redirect to the page that asks for it', async ({ open }) => {
  const page = await open(PHONE);
  for (const path of ['/verify-otp', '/reset-password']) {
    await page.goto(path);
    await expect(page).toHaveURL('/forgot-password');
  }
  await openPage(page, '/forgot-password', 'Mot de passe oublié · Amasin');
});
