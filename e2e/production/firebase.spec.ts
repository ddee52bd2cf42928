import type { Page } from '@playwright/test';
import { submitSignIn, uniqueDigits } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { PASSWORD } from '../session.ts';
import { startWith } from '../start/start-with.ts';
import { expectToast } from '../toasts.ts';
import { answerAsGoogle } from './google.ts';

const SENDING = '/v1/accounts:sendVerificationCode';
const CONFIRMING = '/v1/accounts:signInWithPhoneNumber';

/** The scripts of our own that this page loads from now on, with their texts. */
function watchScripts(page: Page): () => Promise<{ url: string; text: string }[]> {
  const urls = new Set<string>();
  page.on('response', (response) => {
    if (/\/assets\/[^/]+\.js$/.test(response.url())) urls.add(response.url());
  });
  // Read again, because a browser forgets the body of a response when it leaves the page.
  return () => Promise.all([...urls].map(async (url) => ({ url, text: await (await fetch(url)).text() })));
}

const isKit = ({ text }: { text: string }) => text.includes('accounts:signInWithPhoneNumber');
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer OTP' }).click();
const check = (page: Page) => page.getByRole('button', { name: 'Vérifier le code' }).click();

test('a visitor who asks for a code loads nothing of Firebase without the option', async ({ open }) => {
  const page = await open(PHONE);
  const scripts = watchScripts(page);
  await page.goto('/forgot-password');
  await page.getByLabel('Numéro de téléphone').fill(`0196${uniqueDigits()}`);
  await expect(page.getByText(/Google/)).toHaveCount(0);
  await send(page);
  await expect(page).toHaveURL('/verify-otp');
  expect((await scripts()).filter(isKit)).toEqual([]);
});

test.describe('where Firebase sends the codes', () => {
  let product: Awaited<ReturnType<typeof startWith>>;
  let origin: string;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    product = await startWith('serve-provider', 'fedapay', 'firebase');
    origin = process.env.AMASIN_URL ?? '';
  });
  test.afterAll(() => product.stop());

  async function customer() {
    const phone = `0196${uniqueDigits()}`;
    const body = { name: 'Fifamè Test-Google', phone, password: PASSWORD, consent: true };
    const response = await fetch(`${origin}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return { phone, stored: `+229${phone}` };
  }

  test('a customer resets her password with the code of Google, and no one does it twice with her token', async ({
    open,
  }) => {
    const { phone, stored } = await customer();
    const page = await open(PHONE, undefined, { isolated: true });
    const google = await answerAsGoogle(page, product.firebase);
    const scripts = watchScripts(page);
    await page.goto(`${origin}/login`);
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await expect(page).toHaveTitle('Mot de passe oublié · Amasin');
    await page.getByLabel('Numéro de téléphone').fill(phone);
    await expect(page.getByText('Google envoie le code')).toBeVisible();
    expect(google.called).toEqual([]);
    await send(page);
    await expect(page).toHaveURL(`${origin}/verify-otp`);
    const code = await google.codeOf(stored);
    expect(code).toMatch(/^\d{6}$/);
    const field = page.getByLabel('Code reçu par SMS');
    await field.fill(code === '000000' ? '000001' : '000000');
    await check(page);
    await expect(page.getByText('Code incorrect ou expiré').first()).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    // The page keeps what the code is confirmed with after a reload.
    await page.reload();
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    const [sent] = await Promise.all([page.waitForRequest('**/api/auth/verify-otp'), check(page)]);
    await expect(page).toHaveURL(`${origin}/reset-password`);
    expect(Object.keys(sent.postDataJSON()).sort()).toEqual(['idToken', 'phone', 'request']);

    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('nouveau-mot');
    await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('nouveau-mot');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await expectToast(page, 'Mot de passe modifié. Vous pouvez maintenant vous connecter.');
    await submitSignIn(page, phone, 'nouveau-mot');
    await expect(page).toHaveURL(`${origin}/dashboard`);

    const again = await fetch(sent.url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent.postData() ?? '',
    });
    expect([again.status, (await again.json()).code]).toEqual([400, 'WRONG_CODE']);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toMatch(/refresh-token-of-the-fake|firebase:/);
    // The kit is not among the files kept for use without network.
    const [kit] = (await scripts()).filter(isKit);
    const worker = await (await fetch(`${origin}/sw.js`)).text();
    expect(kit).toBeDefined();
    expect(worker).not.toContain(new URL(kit?.url ?? '').pathname.split('/').pop());
  });

  test('a customer reads what fails at Google, and asks again at once for a code that was not sent', async ({
    open,
  }) => {
    const { phone, stored } = await customer();
    const page = await open(PHONE, undefined, { isolated: true });
    const google = await answerAsGoogle(page, product.firebase);
    await page.goto(`${origin}/forgot-password`);
    await page.getByLabel('Numéro de téléphone').fill(phone);
    google.silent.add('/recaptcha/api.js');
    await send(page);
    await expect(page.getByText('reCAPTCHA non initialisé')).toBeVisible();
    google.silent.clear();
    google.silent.add(SENDING);
    await send(page);
    await expect(page.getByText(/Erreur lors de l.envoi du code OTP/)).toBeVisible();
    google.silent.clear();
    await send(page);
    await expect(page).toHaveURL(`${origin}/verify-otp`);

    await page.getByLabel('Code reçu par SMS').fill(await google.codeOf(stored));
    google.silent.add(CONFIRMING);
    await check(page);
    await expect(page.getByText(/Vérifiez votre réseau, puis réessayez/).first()).toBeVisible();
    google.silent.clear();
    // Our server is not reached: Google’s token, given once, is sent again.
    await page.route('**/api/auth/verify-otp', (route) => route.abort(), { times: 1 });
    await check(page);
    await expect(page.getByRole('button', { name: 'Vérifier le code' })).toBeEnabled();
    await check(page);
    await expect(page).toHaveURL(`${origin}/reset-password`);
    expect(google.called.filter((path) => path === CONFIRMING)).toHaveLength(2);
  });

  test('a visitor who signs up is asked for no code, and requests nothing from Google', async ({ open }) => {
    const page = await open(PHONE, undefined, { isolated: true });
    await page.goto(`${origin}/register`);
    await page.getByLabel('Nom complet').fill('Sans Code');
    await page.getByLabel('Numéro de téléphone').fill(`0196${uniqueDigits()}`);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'S’inscrire' }).click();
    await expectToast(page, 'Inscription réussie! Vous pouvez maintenant vous connecter.');
  });
});
