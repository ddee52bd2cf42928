import { describe, expect, it } from 'vitest';
import { type PayLinkFacts, type PayLinkState, payLinkState, payPath } from './pay-link.ts';

const now = new Date('2026-11-20T09:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const fresh: PayLinkFacts = {
  until: at(24),
  isWithdrawn: false,
  order: null,
  isPaidByLink: null,
  isUnderReview: false,
};
const order = (state: NonNullable<PayLinkFacts['order']>['state'], isReady = false) => ({ state, isReady });

describe('a link', () => {
  it.each<[what: string, change: Partial<PayLinkFacts>, state: PayLinkState]>([
    ['that was just made', {}, 'open'],
    ['of an order that waits for its payment', { order: order('pre-treatment') }, 'open'],
    ['until the end of its day', { until: at(1 / 3_600_000) }, 'open'],
    ['after its day', { until: now }, 'expired'],
    ['that was withdrawn', { isWithdrawn: true }, 'withdrawn'],
    ['that was withdrawn, after its day', { isWithdrawn: true, until: at(-1) }, 'withdrawn'],
    ['of an order that was cancelled unpaid', { order: order('cancelled') }, 'cancelled'],
    ['whose money does not match', { isUnderReview: true, isWithdrawn: true }, 'checking'],
    ['of what was paid otherwise', { isPaidByLink: false, order: order('delivered') }, 'elsewhere'],
    [
      'of what was paid otherwise, then cancelled',
      { isPaidByLink: false, order: order('cancelled') },
      'elsewhere',
    ],
  ])('%s', (_what, change, state) => expect(payLinkState({ ...fresh, ...change }, now)).toBe(state));

  it.each<[PayLinkFacts['order'], PayLinkState]>([
    [order('pending'), 'paid'],
    [order('pending', true), 'prepared'],
    [order('delivering', true), 'on-the-way'],
    [order('delivered', true), 'handed-over'],
    [order('ended', true), 'handed-over'],
    [order('cancelled'), 'cancelled'],
  ])('follows what it paid: %j is %s, whatever its day', (paid, state) => {
    for (const change of [{}, { isWithdrawn: true }, { until: at(-100) }, { isUnderReview: true }])
      expect(payLinkState({ ...fresh, ...change, isPaidByLink: true, order: paid }, now)).toBe(state);
  });
});

it('puts the token behind #, which no browser and no preview sends to a server', () => {
  expect(payPath('secret-token')).toBe('/payer#secret-token');
});
