import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Basket, fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { withTimeout } from './with-timeout.ts';

const LIMIT_MS = 10_000;
const nothing = new Promise<never>(() => {});

// Only the timeout clock is fake.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('withTimeout', () => {
  it('rejects after ten seconds, not before', async () => {
    const onError = vi.fn();
    const response = withTimeout(nothing).catch(onError);
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(onError).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await response;
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no response within 10000 ms'));
  });

  it('passes on a result and a rejection and clears its timer', async () => {
    await expect(withTimeout(Promise.resolve('paid'))).resolves.toBe('paid');
    await expect(withTimeout(Promise.reject(new Error('ECONNREFUSED')))).rejects.toThrow('ECONNREFUSED');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a provider that does not respond', () => {
  let server: TestApp;
  let customer: Visitor;
  let basket: Basket;

  beforeAll(async () => {
    server = await startTestApp();
    basket = await fillBasket(server);
    customer = await server.signIn('customer');
  });
  afterAll(() => server.close());

  /** Makes one call hang; resolves when it is called. */
  function hang(method: 'openPortal' | 'ask'): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.spyOn(server.ctx.payments, method).mockImplementationOnce(() => {
      resolve();
      return nothing;
    });
    return promise;
  }

  it('opens no portal: returns 503 after ten seconds', async () => {
    const called = hang('openPortal');
    const response = server.call(customer, 'POST', '/payments', { order: basket.order });
    await called;
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await response).toMatchObject({ status: 503, body: { code: 'PAYMENT_SERVICE_ERROR' } });
  });

  it('confirms nothing: returns the payment unchanged after ten seconds', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    const called = hang('ask');
    const response = server.call(customer, 'GET', `/payments/${transactionId}`);
    await called;
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await response).toMatchObject({ status: 200, body: { payment: { status: 'pending' } } });
  });
});
