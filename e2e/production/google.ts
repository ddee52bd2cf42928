import type { Page } from '@playwright/test';
import { allowOutside } from '../product.ts';

const SCRIPT = 'https://www.google.com/recaptcha/api.js';
const CALLS = 'https://identitytoolkit.googleapis.com/';

/** A reCAPTCHA that lets everyone pass. */
const CAPTCHA = `(() => {
  let callback = () => {};
  window.grecaptcha = {
    render: (_container, parameters) => {
      if (parameters.sitekey !== 'site-key-of-the-fake' || parameters.size !== 'invisible') throw new Error('captcha');
      callback = parameters.callback;
      return 0;
    },
    getResponse: () => '',
    execute: () => callback('captcha-of-the-fake'),
    reset: () => {},
  };
  window[new URL(document.currentScript.src).searchParams.get('onload')]();
})()`;

interface Google {
  /** The paths that were called outside, in their order. */
  readonly called: string[];
  /** Paths that get no answer now. */
  readonly silent: Set<string>;
  /** The latest code sent to this number. */
  codeOf(phone: string): Promise<string>;
}

/** Answers what the kit of Firebase requests from Google by a fake of Firebase. */
export async function answerAsGoogle(page: Page, fake: string): Promise<Google> {
  const called: string[] = [];
  const silent = new Set<string>();
  allowOutside(page, [SCRIPT, CALLS]);
  await page.route(`${SCRIPT}**`, (route) => {
    called.push('/recaptcha/api.js');
    return silent.has('/recaptcha/api.js')
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: CAPTCHA });
  });
  await page.route(`${CALLS}**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    called.push(pathname);
    if (silent.has(pathname)) return route.abort();
    const body = request.postData();
    const response = await fetch(`${fake}${pathname}`, {
      method: request.method(),
      ...(body !== null && { body }),
    });
    return route.fulfill({
      status: response.status,
      headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
      body: await response.text(),
    });
  });
  const codeOf = async (phone: string) => {
    const { codes } = await (await fetch(`${fake}/codes`)).json();
    return codes.find(({ to }: { to: string }) => to === phone)?.code ?? '';
  };
  return { called, silent, codeOf };
}
