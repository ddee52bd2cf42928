import { describe, expect, it } from 'vitest';
import { userTypes } from '../users/user-type.ts';
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

/** RULES 8 and RELIABILITY 3, copied by hand: the oracle that the table is held against. */
const legalMoves = [
  'pre-treatment → pending: customer',
  'pending → delivering: deliveryPerson',
  'delivering → delivered: deliveryPerson',
  'delivered → ended: supervisor, superAdmin',
];

describe('the table of moves', () => {
  it('holds exactly the moves of RULES 8', () => {
    const moves = transitions.map(({ from, to, by }) => `${from} → ${to}: ${by.join(', ')}`);
    expect(moves).toEqual(legalMoves);
  });

  it('names each move by an action of the closed list, once', () => {
    const names = transitions.map((transition) => transition.action);
    expect(names).toEqual(['pay', 'start-delivery', 'mark-delivered', 'end']);
    for (const name of names) expect(orderActions).toContain(name);
    expect(new Set(orderActions).size).toBe(orderActions.length);
  });

  it.each([...FIRST_STATES])('leads from %s to every later state', (first) => {
    const reached = new Set<OrderState>([first]);
    // A Set walks what is added while it is walked.
    for (const state of reached) {
      for (const { from, to } of transitions) if (from === state) reached.add(to);
    }
    expect([...reached]).toEqual(orderStates.slice(orderStates.indexOf(first)));
  });

  it('reaches every state, and only the two first ones without a move (RULES 7)', () => {
    expect([...FIRST_STATES]).toEqual(['pre-treatment', 'pending']);
    for (const state of orderStates) {
      expect(FIRST_STATES.includes(state) || transitionTo(state) !== undefined, state).toBe(true);
    }
  });

  it('has no way back, no jump and no end but « ended »', () => {
    for (const { from, to } of transitions) {
      expect(orderStates.indexOf(to) - orderStates.indexOf(from)).toBe(1);
    }
    const withoutExit = orderStates.filter((state) => !transitions.some(({ from }) => from === state));
    expect(withoutExit).toEqual(['ended']);
  });

  it('is asked for by nobody but the people of RULES 8', () => {
    const movers = new Set(transitions.flatMap((transition) => transition.by));
    expect(userTypes.filter((type) => !movers.has(type))).toEqual(['pharmacy', 'agent', 'partnerDoctor']);
  });

  it('finds the one move that ends in a state', () => {
    expect(transitionTo('pre-treatment')).toBeUndefined();
    expect(transitionTo('pending')?.action).toBe('pay');
    expect(transitionTo('delivering')?.action).toBe('start-delivery');
    expect(transitionTo('delivered')?.action).toBe('mark-delivered');
    expect(transitionTo('ended')?.action).toBe('end');
  });
});

describe('the word for a state', () => {
  const common = {
    'pre-treatment': 'Pré-traitement',
    pending: 'En attente',
    delivering: 'En livraison',
    delivered: 'Livrée',
    ended: 'Terminée',
  } as const satisfies Record<OrderState, string>;
  const own: Readonly<Record<string, string>> = {
    'customer pre-treatment': 'En préparation',
    'pharmacy pending': 'En préparation',
    'deliveryPerson pending': 'À récupérer',
  };
  const cells = userTypes.flatMap((type) =>
    orderStates.map((state) => [type, state, own[`${type} ${state}`] ?? common[state]] as const),
  );

  it.each(cells)('%s reads %s as « %s »', (type, state, label) => {
    expect(orderStateLabel(state, type)).toBe(label);
  });
});

describe('the four steps a customer follows', () => {
  it('are received, preparation, delivery, delivered, the first called « Commande reçue »', () => {
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
  ] as const)('in %s, %i are done', (state, done) => {
    expect(stepsDone(state)).toBe(done);
  });
});
