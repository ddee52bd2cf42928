import { describe, expect, it } from 'vitest';
import { userTypes } from '../contract/user-type.ts';
import {
  FIRST_STATES,
  type OrderState,
  orderActions,
  orderStateLabel,
  orderStates,
  stepsDone,
  trackingSteps,
  transitions,
  transitionTo,
} from './lifecycle.ts';

/** The transitions of rule 8 (docs/rules.md), copied by hand. */
const expectedTransitions = [
  'pre-treatment → pending: customer',
  'pending → delivering: deliveryPerson',
  'delivering → delivered: deliveryPerson',
  'delivered → ended: supervisor, superAdmin',
  'pre-treatment → cancelled: customer, supervisor, superAdmin',
  'pending → cancelled: supervisor, superAdmin',
  'pending → cancelled: supervisor, superAdmin',
  'delivering → pending: supervisor, superAdmin',
  'delivering → cancelled: supervisor, superAdmin',
];

describe('the transition table', () => {
  it('contains exactly the transitions of rule 8', () => {
    const all = transitions.map(({ from, to, by }) => `${from} → ${to}: ${by.join(', ')}`);
    expect(all).toEqual(expectedTransitions);
  });

  it('has a known action for each transition; the same one cancels in two states', () => {
    const names = transitions.map((transition) => transition.action);
    expect(names).toEqual([
      'pay',
      'start-delivery',
      'mark-delivered',
      'end',
      'cancel',
      'accept-cancel',
      'cancel-paid',
      'bring-back',
      'cancel-paid',
    ]);
    for (const name of names) expect(orderActions).toContain(name);
    expect(new Set(orderActions).size).toBe(orderActions.length);
  });

  it.each([...FIRST_STATES])('leads from %s to every later state', (first) => {
    const reached = new Set<OrderState>([first]);
    // Iterating over a Set includes the elements added meanwhile.
    for (const state of reached) {
      for (const { from, to } of transitions) if (from === state) reached.add(to);
    }
    const later = orderStates.slice(orderStates.indexOf(first));
    expect(orderStates.filter((state) => reached.has(state))).toEqual(later);
  });

  it('every state is initial or the target of a transition', () => {
    expect([...FIRST_STATES]).toEqual(['pre-treatment', 'pending']);
    for (const state of orderStates) {
      expect(FIRST_STATES.includes(state) || transitionTo(state) !== undefined, state).toBe(true);
    }
  });

  it('only goes to the next state, is cancelled or is brought back, and stops only in ended and cancelled', () => {
    for (const { action, from, to } of transitions) {
      if (action === 'bring-back') expect([from, to]).toEqual(['delivering', 'pending']);
      else if (to === 'cancelled') expect(['pre-treatment', 'pending', 'delivering']).toContain(from);
      else expect(orderStates.indexOf(to) - orderStates.indexOf(from)).toBe(1);
    }
    const withoutExit = orderStates.filter((state) => !transitions.some(({ from }) => from === state));
    expect(withoutExit).toEqual(['ended', 'cancelled']);
  });

  it('allows only the user types of rule 8', () => {
    const allowed = new Set(transitions.flatMap((transition) => transition.by));
    expect(userTypes.filter((type) => !allowed.has(type))).toEqual(['pharmacy', 'agent', 'partnerDoctor']);
  });

  it('finds the transition to a state', () => {
    expect(transitionTo('pre-treatment')).toBeUndefined();
    expect(transitionTo('pending')?.action).toBe('pay');
    expect(transitionTo('delivering')?.action).toBe('start-delivery');
    expect(transitionTo('delivered')?.action).toBe('mark-delivered');
    expect(transitionTo('ended')?.action).toBe('end');
    expect(transitionTo('cancelled')?.action).toBe('cancel');
  });
});

describe('the label of a state', () => {
  const common = {
    'pre-treatment': 'Pré-traitement',
    pending: 'En attente',
    delivering: 'En livraison',
    delivered: 'Livrée',
    ended: 'Terminée',
    cancelled: 'Annulée',
  } as const satisfies Record<OrderState, string>;
  const own: Readonly<Record<string, string>> = {
    'customer pre-treatment': 'En préparation',
    'pharmacy pending': 'En préparation',
    'deliveryPerson pending': 'À récupérer',
  };
  const cells = userTypes.flatMap((type) =>
    orderStates.map((state) => [type, state, own[`${type} ${state}`] ?? common[state]] as const),
  );

  it.each(cells)('for %s, %s is "%s"', (type, state, label) => {
    expect(orderStateLabel(state, type)).toBe(label);
  });
});

describe('the tracking steps of a customer', () => {
  it('are received, preparation, delivery and delivered', () => {
    expect(trackingSteps.map((step) => step.key)).toEqual([
      'received',
      'preparation',
      'delivery',
      'delivered',
    ]);
    expect(trackingSteps[0].label).toBe('Commande reçue');
  });

  it.each([
    ['pre-treatment', 1],
    ['pending', 2],
    ['delivering', 3],
    ['delivered', 4],
    ['ended', 4],
  ] as const)('in state %s, %i are done', (state, done) => {
    expect(stepsDone(state)).toBe(done);
  });
});
