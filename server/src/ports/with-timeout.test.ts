import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Basket, fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { withTimeout } from './with-timeout.ts';

const LIMIT_MS = 10_000;
const nothing = new Promise<never>(() => {});

// The clock of timeouts alone: everything else goes on.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an answer in time', () => {
  it('is given up after ten seconds, and not before', async () => {
    const told = vi.fn();
    const answer = withTimeout(nothing).catch(told);
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(told).toHaveBeenCalledExactlyOnceWith(new Error('no answer within 10000 ms'));
  });

  it('is handed on, and so is a refusal; nothing is left to wait for', async () => {
    await expect(withTimeout(Promise.resolve('paid'))).resolves.toBe('paid');
    await expect(withTimeout(Promise.reject(new Error('ECONNREFUSED')))).rejects.toThrow('ECONNREFUSED');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a provider that never answers', () => {
  let server: TestApp;
  let customer: Visitor;
  let basket: Basket;

  beforeAll(async () => {
    server = await startTestApp();
    basket = await fillBasket(server);
    customer = await server.signIn('customer');
  });
  afterAll(() => server.close());

  /** Makes one question hang; resolves once it has been asked. */
  function hang(question: 'openPortal' | 'ask'): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.spyOn(server.ctx.payments, question).mockImplementationOnce(() => {
      resolve();
      return nothing;
    });
    return promise;
  }

  it('opens no portal: 503 after its ten seconds', async () => {
    const asked = hang('openPortal');
    const answer = server.call(customer, 'POST', '/payments', { order: basket.order });
    await asked;
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await answer).toMatchObject({ status: 503, body: { code: 'PAYMENT_SERVICE_ERROR' } });
  });

  it('confirms nothing: after its ten seconds the payment is shown as it stands', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    const asked = hang('ask');
    const answer = server.call(customer, 'GET', `/payments/${transactionId}`);
    await asked;
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await answer).toMatchObject({ status: 200, body: { payment: { status: 'pending' } } });
  });
});
