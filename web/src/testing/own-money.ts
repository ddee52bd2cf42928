import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { OwnMoney } from '@amasin/domain/benefits/settlement.ts';
import type { fakeApi } from './fake-api.ts';

const none = { count: 0, amount: 0 };

/** A payee who has earned nothing yet. */
export const noMoney: OwnMoney = {
  today: none,
  week: none,
  owed: 0,
  sending: 0,
  paid: 0,
  waits: null,
  leftOut: null,
  nextAt: null,
  minimum: 1_000,
};

/** Answers what a pharmacy or a courier earned, for pages that show it beside what a test is about. */
export const serveOwnMoney = (api: ReturnType<typeof fakeApi>): void =>
  void api.on(benefitEndpoints.readOwnMoney, () => noMoney);
