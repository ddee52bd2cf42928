import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { OwnMoney } from '@amasin/domain/benefits/settlement.ts';
import type { fakeApi } from './fake-api.ts';

const none = { count: 0, amount: 0 };

/** Answers what a pharmacy or a courier earned, for pages that show it beside what a test is about. */
export function serveOwnMoney(api: ReturnType<typeof fakeApi>, money: Partial<OwnMoney> = {}): void {
  api.on(benefitEndpoints.readOwnMoney, () => ({
    today: none,
    week: none,
    owed: 0,
    sending: 0,
    paid: 0,
    waits: null,
    leftOut: null,
    nextAt: null,
    minimum: 1_000,
    ...money,
  }));
}
