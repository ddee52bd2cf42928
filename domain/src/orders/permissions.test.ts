import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UserType, userTypes } from '../contract/user-type.ts';
import { type OrderState, orderActions, orderStates, transitions } from './lifecycle.ts';
import { allowedOrderActions, canSeeOrder, type OrderFacts } from './permissions.ts';

const ME = 'me';
const OTHER = 'other';
const anyUser = fc.constantFrom(ME, OTHER, null);

const facts = (change: Partial<OrderFacts>): OrderFacts => ({
  state: 'pending',
  customerId: OTHER,
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
  ...change,
});

const anyOrder: fc.Arbitrary<OrderFacts> = fc.record({
  state: fc.constantFrom(...orderStates),
  customerId: fc.constantFrom(ME, OTHER),
  pharmacyId: anyUser,
  deliveryPersonId: anyUser,
  agentId: anyUser,
  itemsWrittenById: anyUser,
  hasItems: fc.boolean(),
  hasPrescription: fc.boolean(),
  hasSeveralLines: fc.boolean(),
  hasCard: fc.boolean(),
  hasPhoto: fc.boolean(),
  needsPhoto: fc.boolean(),
  isReady: fc.boolean(),
  // Only some states have these.
  needsAgreement: fc.constant(false),
  hasProblem: fc.constant(false),
  hasShortage: fc.constant(false),
  isSubstituteAsked: fc.constant(false),
  isRecalled: fc.constant(false),
  isHeld: fc.constant(false),
  isWaitedFor: fc.constant(false),
  cancelRequest: fc.constant('none'),
  hasLinesToGiveBack: fc.constant(false),
});
const anyReader = fc.record({
  _id: fc.constant(ME),
  type: fc.constantFrom(...userTypes),
});

/** The relations that a user can have with an order. */
const relations = {
  none: {},
  'assigned to others': {
    pharmacyId: OTHER,
    deliveryPersonId: OTHER,
    agentId: OTHER,
    itemsWrittenById: OTHER,
  },
  'its customer': { customerId: ME },
  'its pharmacy': { pharmacyId: ME },
  'its courier': { deliveryPersonId: ME },
  'its agent': { agentId: ME },
  'writer of its items': { agentId: OTHER, itemsWrittenById: ME },
} as const satisfies Record<string, Partial<OrderFacts>>;
type Relation = keyof typeof relations;

const always = orderStates;
const paid = ['pending', 'delivering', 'delivered', 'ended'] as const;
const everyRelation = Object.fromEntries(Object.keys(relations).map((name) => [name, always]));
/** Rule 10: the states in which a user of this type and relation sees the order; otherwise 404. */
const visible: Readonly<Record<UserType, Partial<Record<Relation, readonly OrderState[]>>>> = {
  customer: { 'its customer': always },
  pharmacy: { 'its pharmacy': paid },
  deliveryPerson: { 'its courier': always },
  agent: {
    none: ['pre-treatment'],
    'its customer': ['pre-treatment'],
    'its pharmacy': ['pre-treatment'],
    'its courier': ['pre-treatment'],
    'its agent': ['pre-treatment'],
    'writer of its items': always,
  },
  partnerDoctor: {},
  supervisor: everyRelation,
  superAdmin: everyRelation,
};

describe('visibility of an order (rule 10)', () => {
  const cells = userTypes.flatMap((type) =>
    (Object.keys(relations) as Relation[]).map((relation) => [type, relation] as const),
  );

  it.each(cells)('%s, %s', (type, relation) => {
    const visibleStates = orderStates.filter((state) =>
      canSeeOrder(facts({ ...relations[relation], state }), { _id: ME, type }),
    );
    expect(visibleStates).toEqual(visible[type][relation] ?? []);
  });
});

const inPreTreatment = { state: 'pre-treatment' } as const;
const withPharmacy = { state: 'pending', pharmacyId: OTHER } as const;
const withCourier = { ...withPharmacy, deliveryPersonId: OTHER } as const;
const supervised = [
  [{ ...inPreTreatment, hasItems: false }, ['write-prescription', 'assign-agent', 'cancel']],
  [{ ...inPreTreatment, hasItems: false, agentId: OTHER }, ['write-prescription', 'replace-agent', 'cancel']],
  [{ ...inPreTreatment, hasItems: true }, ['cancel']],
  [{ ...inPreTreatment, hasPrescription: true }, ['edit-prescription', 'cancel']],
  [{ state: 'cancelled', hasPrescription: true, hasCard: true }, []],
  [{ state: 'pending', hasPrescription: true }, ['cancel-paid', 'assign-pharmacy']],
  [{ state: 'pending', hasCard: true }, ['cancel-paid', 'assign-pharmacy', 'check-insurance']],
  [{ state: 'pending' }, ['cancel-paid', 'assign-pharmacy']],
  [withPharmacy, ['cancel-paid', 'assign-delivery-person', 'replace-pharmacy']],
  [withCourier, ['cancel-paid', 'replace-delivery-person', 'replace-pharmacy']],
  [{ ...withCourier, state: 'delivering' }, ['replace-delivery-person', 'bring-back', 'cancel-paid']],
  [
    { ...withCourier, state: 'delivering', hasProblem: true },
    ['replace-delivery-person', 'bring-back', 'cancel-paid', 'solve-problem'],
  ],
  [{ ...withCourier, state: 'delivered' }, ['end']],
  [{ ...withCourier, state: 'ended' }, []],
] as const satisfies readonly (readonly [Partial<OrderFacts>, readonly string[]])[];

describe('allowed actions on an order (rules 7 to 9)', () => {
  it.each(supervised)('supervisor, %o: %o', (order, actions) => {
    expect(allowedOrderActions(facts(order), { _id: ME, type: 'supervisor' })).toEqual(actions);
  });

  it.each([
    ['customer', { customerId: ME, ...inPreTreatment, hasItems: true }, ['pay', 'cancel']],
    ['customer', { customerId: ME, ...inPreTreatment, hasPrescription: true }, ['pay', 'cancel']],
    [
      'customer',
      { customerId: ME, ...inPreTreatment, hasPrescription: true, hasSeveralLines: true },
      ['leave-out', 'pay', 'cancel'],
    ],
    ['customer', { customerId: ME, ...inPreTreatment, hasItems: false }, ['cancel']],
    [
      'customer',
      { customerId: ME, ...inPreTreatment, hasItems: false, needsPhoto: true },
      ['replace-photo', 'cancel'],
    ],
    ['customer', { customerId: ME, state: 'cancelled', hasItems: true }, []],
    ['customer', { customerId: ME, state: 'pending' }, ['ask-cancel']],
    ['customer', { customerId: ME, state: 'delivered' }, []],
    ['agent', { ...inPreTreatment, hasItems: false }, ['write-prescription']],
    ['agent', { ...inPreTreatment, hasItems: false, agentId: ME }, ['write-prescription']],
    ['agent', { ...inPreTreatment, hasItems: false, hasPhoto: true }, ['write-prescription', 'refuse-photo']],
    [
      'agent',
      { ...inPreTreatment, hasItems: false, hasPhoto: true, needsPhoto: true },
      ['write-prescription'],
    ],
    ['agent', { ...inPreTreatment, hasItems: false, agentId: OTHER }, []],
    ['agent', { ...inPreTreatment, hasItems: true, itemsWrittenById: ME }, []],
    ['agent', { ...inPreTreatment, itemsWrittenById: ME, hasPrescription: true }, ['edit-prescription']],
    [
      'agent',
      { ...inPreTreatment, hasItems: false, hasCard: true },
      ['write-prescription', 'check-insurance'],
    ],
    ['agent', { ...inPreTreatment, hasPrescription: true, hasCard: true, agentId: OTHER }, []],
    ['agent', { state: 'delivered', itemsWrittenById: ME, hasCard: true }, ['check-insurance']],
    ['agent', { state: 'pending', itemsWrittenById: ME }, []],
    ['deliveryPerson', { ...withPharmacy, deliveryPersonId: ME }, ['start-delivery', 'report-problem']],
    [
      'deliveryPerson',
      { ...withPharmacy, deliveryPersonId: ME, hasProblem: true, hasShortage: true },
      ['start-delivery'],
    ],
    ['deliveryPerson', { ...withPharmacy, deliveryPersonId: OTHER }, []],
    // Rule 8: pending → delivering needs an assigned pharmacy.
    ['deliveryPerson', { state: 'pending', deliveryPersonId: ME }, []],
    [
      'deliveryPerson',
      { ...withPharmacy, state: 'delivering', deliveryPersonId: ME },
      ['start-waiting', 'mark-delivered', 'report-problem'],
    ],
    ['deliveryPerson', { ...withPharmacy, state: 'delivering', deliveryPersonId: OTHER }, []],
    ['deliveryPerson', { ...withPharmacy, state: 'delivered', deliveryPersonId: ME }, []],
    ['pharmacy', { pharmacyId: ME, state: 'pending' }, ['mark-ready', 'report-shortage']],
    ['pharmacy', { pharmacyId: ME, state: 'pending', isReady: true }, ['mark-not-ready', 'report-shortage']],
    // What lacks a medicine is not ready, and what a courier has is.
    [
      'pharmacy',
      { pharmacyId: ME, state: 'pending', hasProblem: true, hasShortage: true },
      ['report-shortage'],
    ],
    ['pharmacy', { pharmacyId: ME, state: 'pending', hasProblem: true }, ['mark-ready', 'report-shortage']],
    ['pharmacy', { pharmacyId: ME, state: 'pending', isReady: true, isHeld: true }, []],
    ['pharmacy', { pharmacyId: ME, state: 'delivering', isReady: true }, []],
    ['partnerDoctor', { state: 'pending' }, []],
  ] as const satisfies readonly (readonly [UserType, Partial<OrderFacts>, readonly string[]])[])(
    '%s, %o: %o',
    (type, order, actions) => {
      expect(allowedOrderActions(facts(order), { _id: ME, type })).toEqual(actions);
    },
  );
});

describe('for any order and reader', () => {
  const runs = { numRuns: 5_000 };

  it('allows no action on an order that the reader does not see', () => {
    fc.assert(
      fc.property(anyOrder, anyReader, (order, reader) => {
        fc.pre(!canSeeOrder(order, reader));
        expect(allowedOrderActions(order, reader)).toEqual([]);
      }),
      runs,
    );
  });

  it('allows a transition only from its state and for its user types', () => {
    fc.assert(
      fc.property(anyOrder, anyReader, (order, reader) => {
        const allowed = allowedOrderActions(order, reader);
        expect(new Set(allowed).size).toBe(allowed.length);
        for (const action of allowed) expect(orderActions).toContain(action);
        for (const action of allowed) {
          const moves = transitions.filter((move) => move.action === action);
          if (moves.length === 0) continue;
          const [move] = moves.filter(({ from }) => from === order.state);
          expect(move?.by).toContain(reader.type);
        }
      }),
      runs,
    );
  });

  it('lets only supervisors assign an empty role or replace an assigned user', () => {
    fc.assert(
      fc.property(anyOrder, anyReader, (order, reader) => {
        const idOf = {
          pharmacy: 'pharmacyId',
          'delivery-person': 'deliveryPersonId',
          agent: 'agentId',
        } as const;
        for (const action of allowedOrderActions(order, reader)) {
          const [, verb, who] = /^(assign|replace)-(pharmacy|delivery-person|agent)$/.exec(action) ?? [];
          if (who === undefined) continue;
          expect(['supervisor', 'superAdmin']).toContain(reader.type);
          // During delivery the courier can always be replaced (rule 9).
          if (order.state === 'delivering') continue;
          expect(order[idOf[who as keyof typeof idOf]] === null).toBe(verb === 'assign');
        }
      }),
      runs,
    );
  });

  it('the allowed actions are the same for supervisor and superAdmin, and none once the order has ended or is cancelled', () => {
    fc.assert(
      fc.property(anyOrder, anyReader, (order, reader) => {
        const as = (type: UserType) => allowedOrderActions(order, { _id: ME, type });
        expect(as('supervisor')).toEqual(as('superAdmin'));
        if (order.state === 'ended' || order.state === 'cancelled')
          expect(allowedOrderActions(order, reader)).toEqual([]);
      }),
    );
  });
});
