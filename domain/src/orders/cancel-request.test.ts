import { expect, it } from 'vitest';
import { allowedOrderActions, type OrderFacts } from './permissions.ts';

const paid: OrderFacts = {
  state: 'pending',
  customerId: 'me',
  pharmacyId: null,
  deliveryPersonId: null,
  agentId: null,
  itemsWrittenById: null,
  hasItems: true,
  hasPrescription: false,
  hasSeveralLines: false,
  hasCard: false,
  needsAgreement: false,
  hasPhoto: false,
  needsPhoto: false,
  isReady: false,
  hasProblem: false,
  hasShortage: false,
  isSubstituteAsked: false,
  isRecalled: false,
  isHeld: false,
  isWaitedFor: false,
  cancelRequest: 'none',
  hasLinesToGiveBack: false,
};
const actionsOf = (type: 'customer' | 'supervisor', change: Partial<OrderFacts>) =>
  allowedOrderActions({ ...paid, ...change }, { _id: 'me', type });

it('a customer asks once to cancel a paid order, until its delivery starts', () => {
  expect(actionsOf('customer', {})).toEqual(['ask-cancel']);
  expect(actionsOf('customer', { cancelRequest: 'open' })).toEqual([]);
  expect(actionsOf('customer', { cancelRequest: 'declined' })).toEqual([]);
  expect(actionsOf('customer', { state: 'delivering' })).toEqual([]);
});

it('a supervisor decides what was asked, and may accept after declining', () => {
  expect(actionsOf('supervisor', { cancelRequest: 'open' })).toEqual([
    'accept-cancel',
    'decline-cancel',
    'assign-pharmacy',
  ]);
  expect(actionsOf('supervisor', { cancelRequest: 'declined' })).toEqual([
    'accept-cancel',
    'cancel-paid',
    'assign-pharmacy',
  ]);
});

it('a supervisor cancels a paid order until it is delivered, unless a request of its customer is open', () => {
  const mayCancel = (change: Partial<OrderFacts>, type: 'customer' | 'supervisor' = 'supervisor') =>
    actionsOf(type, change).includes('cancel-paid');
  const assigned = { pharmacyId: 'pharmacy', deliveryPersonId: 'courier' };
  const onItsWay = { ...assigned, state: 'delivering' } as const;
  for (const change of [{}, assigned, { ...assigned, isReady: true, hasProblem: true }, onItsWay])
    expect(mayCancel(change)).toBe(true);
  expect(mayCancel({ cancelRequest: 'open' })).toBe(false);
  for (const state of ['pre-treatment', 'delivered', 'ended', 'cancelled'] as const)
    expect(mayCancel({ ...assigned, state })).toBe(false);
  expect(mayCancel({}, 'customer')).toBe(false);
});

it('a supervisor gives lines back once it is paid, also after the handover, until nothing remains', () => {
  const canGiveBack = (state: OrderFacts['state'], hasLinesToGiveBack = true) =>
    actionsOf('supervisor', { state, hasLinesToGiveBack }).includes('give-back');
  const states = ['pending', 'delivering', 'delivered', 'ended'] as const;
  expect(states.map((state) => canGiveBack(state))).toEqual([true, true, true, true]);
  expect(states.map((state) => canGiveBack(state, false))).toEqual([false, false, false, false]);
  expect([canGiveBack('pre-treatment'), canGiveBack('cancelled')]).toEqual([false, false]);
  expect(actionsOf('customer', { hasLinesToGiveBack: true })).not.toContain('give-back');
});
