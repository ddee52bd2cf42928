import { describe, expect, it } from 'vitest';
import { orderEndpoints, orderFilters } from './endpoints.ts';
import { orderStates } from './lifecycle.ts';

const first = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues[0]?.message;
const person = '019a9f3e-5f1c-7c11-9b1e-3f2a4b5c6d7e';

describe('the filters of a list of orders', () => {
  it('are parsed from a query string; empty ones do not filter', () => {
    expect(orderFilters.parse({})).toEqual({ sort: 'newest', todo: false, late: false, page: 1, limit: 50 });
    expect(orderFilters.parse({ state: '', date: '' })).toMatchObject({
      state: undefined,
      date: '',
    });
    expect(
      orderFilters.parse({
        state: 'pending',
        q: ' CMD-12 ',
        date: '2026-11',
        sort: 'oldest',
        todo: 'true',
        late: 'true',
        page: '2',
      }),
    ).toEqual({
      state: 'pending',
      q: 'CMD-12',
      date: '2026-11',
      sort: 'oldest',
      todo: true,
      late: true,
      page: 2,
      limit: 50,
    });
  });

  it.each([
    [{ state: 'perdue' }, 'État inconnu'],
    [{ state: ['pending', 'ended'] }, 'État inconnu'],
    [{ sort: 'price' }, 'Ordre inconnu'],
    [{ date: 'hier' }, 'Date invalide'],
    [{ date: '2026-1' }, 'Date invalide'],
    [{ date: "2026' --" }, 'Date invalide'],
    [{ q: 'x'.repeat(101) }, '100 caractères maximum'],
    [{ deliveryPerson: 'Koffi' }, 'Valeur invalide'],
  ])('%o: %s', (query, message) => {
    expect(first(orderFilters.safeParse(query))).toBe(message);
  });
});

describe('PATCH /orders/{id}/status', () => {
  const { body } = orderEndpoints.advanceOrder;

  it.each(orderStates)('accepts "%s" as `status` or as `state`', (state) => {
    expect(body.parse({ status: state })).toEqual({ status: state });
    expect(body.parse({ state })).toEqual({ status: state });
    expect(body.parse({ status: state, state: 'ended' })).toEqual({
      status: state,
    });
  });

  it.each([{}, { status: 'perdue' }, { status: 'Delivered' }, { state: 4 }, { status: ['ended'] }])(
    '%o: État inconnu',
    (value) => {
      expect(first(body.safeParse(value))).toBe('État inconnu');
    },
  );
});

describe('PATCH /orders/{id}/assign', () => {
  const { body } = orderEndpoints.assignOrder;

  it.each(['pharmacy', 'deliveryPerson', 'agent'])('accepts one %s, with or without `replaces`', (role) => {
    expect(body.parse({ [role]: person })).toEqual({ [role]: person });
    expect(body.parse({ [role]: person, replaces: person })).toEqual({
      [role]: person,
      replaces: person,
    });
    expect(body.parse({ [role]: person, replaces: null })).toEqual({
      [role]: person,
      replaces: null,
    });
  });

  it.each(['pharmacy', 'deliveryPerson', 'agent'])(
    'accepts one %s when the other two are null, and rejects three nulls',
    (role) => {
      const nulls = { pharmacy: null, deliveryPerson: null, agent: null, replaces: null };
      expect(body.parse({ ...nulls, [role]: person })).toEqual({ ...nulls, [role]: person });
      expect(first(body.safeParse(nulls))).toBe('Indiquez une seule personne à assigner');
    },
  );

  it.each([
    [{}, 'Indiquez une seule personne à assigner'],
    [{ replaces: person }, 'Indiquez une seule personne à assigner'],
    [{ pharmacy: person, agent: person }, 'Indiquez une seule personne à assigner'],
    [{ pharmacy: 'Camp Guézo' }, 'Valeur invalide'],
    [{ deliveryPerson: null }, 'Indiquez une seule personne à assigner'],
  ])('%o: %s', (value, message) => {
    expect(first(body.safeParse(value))).toBe(message);
  });
});
