import { expect, test } from 'vitest';
import { anOrder } from '../../testing/orders.ts';
import { seenOrder } from './seen-orders.ts';

test('the code of a handover is stored for use offline, and no health data', () => {
  const kept = seenOrder(anOrder({ state: 'delivering', handoverCode: '0412' }));
  expect(kept.handoverCode).toBe('0412');
  expect(kept).not.toHaveProperty('prescription');
});
