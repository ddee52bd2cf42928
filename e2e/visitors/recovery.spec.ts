import { createPerson, readCode, submitSignIn } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

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
  await again.fill('nouveau-mot');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();

  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Mot de passe modifié. Vous pouvez maintenant vous connecter.');
  await submitSignIn(page, customer.identifier, 'nouveau-mot');
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).not.toHaveURL('/reset-password');
});
