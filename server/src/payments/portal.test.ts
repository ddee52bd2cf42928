import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Basket, elsewhere, fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
});
afterAll(() => server.close());

const get = (query: Record<string, string>) =>
  server.app.inject({ method: 'GET', url: '/sandbox-pay', query });
const post = (path: string) =>
  server.app.inject({ method: 'POST', url: `/sandbox-pay/transactions/${path}` });

async function open() {
  const { body } = await server.call(customer, 'POST', '/payments', {
    order: elsewhere(basket.order),
  });
  return { transactionId: body.transactionId as string, token: body.portal.token as string };
}

describe('the portal page', () => {
  it('shows the amount and the purpose to a caller with its token', async () => {
    const response = await get(await open());
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<h1>4 825 F</h1>');
    expect(response.body).toContain('Commande de médicaments Amasin');
    for (const behaviour of [
      'approve',
      'decline',
      'approve-late',
      'approve-twice',
      'wrong-amount',
      'silent',
    ]) {
      expect(response.body).toContain(`data-behaviour="${behaviour}"`);
    }
  });

  it('uses the classes of its stylesheet, which give it a margin on a phone', async () => {
    const page = await get(await open());
    const css = await server.app.inject({ method: 'GET', url: '/sandbox-pay/portal.css' });
    const styled = [...css.body.matchAll(/\.([a-z]+)\s*[{,]/g)].map(([, name]) => name);
    expect(styled).toContain('page');
    for (const name of styled) expect(page.body).toContain(`class="${name}"`);
    expect(page.body).toMatch(/<main .+<\/main>\s*<\/body>/s);
  });

  it('can be framed by our own pages only, runs its own script only, and is not cached', async () => {
    const { headers } = await get(await open());
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('returns 404 without its token, with another token, without a transaction, and after fifteen minutes', async () => {
    const mine = await open();
    const other = await open();
    const wrong = [
      {},
      { ...mine, token: '' },
      { ...mine, token: other.token },
      { ...mine, transactionId: 'TX-1' },
    ];
    for (const query of wrong) {
      const response = await get(query as Record<string, string>);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain('Ce paiement n’est plus ouvert');
      expect(response.body).not.toContain('4 825');
    }
    server.clock.advance(15 * 60 - 1);
    expect((await get(mine)).statusCode).toBe(200);
    server.clock.advance(1);
    expect((await get(mine)).statusCode).toBe(404);
  });

  it('does not render query parameters', async () => {
    const response = await get({ transactionId: '"><script>alert(1)</script>', token: '<b>' });
    expect(response.body).not.toContain('alert(1)');
  });

  it('serves its script and its stylesheet', async () => {
    for (const [file, type] of [
      ['portal.js', 'text/javascript'],
      ['portal.css', 'text/css'],
    ]) {
      const response = await server.app.inject({ method: 'GET', url: `/sandbox-pay/${file}` });
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        expect.stringContaining(type!),
      ]);
    }
  });
});

describe('the route that simulates a behaviour', () => {
  it('returns 404 for an unknown behaviour or transaction', async () => {
    const { transactionId } = await open();
    for (const path of [`${transactionId}/explode`, 'TX-unknown/approve', `${'x'.repeat(101)}/approve`]) {
      const response = await post(path);
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await post(`${transactionId}/approve`)).json()).toEqual({ success: true, outcome: 'paid' });
  });
});
