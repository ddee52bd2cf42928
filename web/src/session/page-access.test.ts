import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { expect, test } from 'vitest';
import { aUser } from '../testing/people.ts';
import { homePathOf, mayOpen, pathAfterSignIn, worksOn } from './page-access.ts';

const person = (type: string) => ({ type: type as User['type'] });

// The table of pages in docs/rules.md, copied by hand.
const table: readonly [string, readonly UserType[]][] = [
  ['/dashboard', ['customer']],
  ['/order', ['customer']],
  ['/tracking', ['customer']],
  ['/profile', ['customer', 'deliveryPerson', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin']],
  ['/supervisor-dashboard', ['supervisor']],
  ['/pharmacy-dashboard', ['pharmacy']],
  ['/delivery-dashboard', ['deliveryPerson']],
  ['/doctor-dashboard', ['partnerDoctor']],
  ['/agent-dashboard', ['agent']],
  ['/cpanel', ['superAdmin']],
  ['/cpanel/users', ['superAdmin']],
];

test('reads `superadmin` as `superAdmin`', () => {
  expect(mayOpen(person('superadmin'), '/profile')).toBe(true);
  expect(mayOpen(person('superadmin'), '/cpanel')).toBe(true);
});

test.each(table)('%s is open to %j only', (path, allowed) => {
  expect(userTypes.filter((type) => mayOpen(person(type), path))).toEqual(allowed);
});

test('a trailing slash opens the same page', () => {
  expect(mayOpen(person('customer'), '/order/')).toBe(true);
});

test('refuses an unknown page and an unknown type', () => {
  expect(mayOpen(person('customer'), '/constructor')).toBe(false);
  expect(mayOpen(person('robot'), '/order')).toBe(false);
});

test.each([
  ['customer', '/dashboard'],
  ['supervisor', '/supervisor-dashboard'],
  ['pharmacy', '/pharmacy-dashboard'],
  ['deliveryPerson', '/delivery-dashboard'],
  ['agent', '/agent-dashboard'],
  ['partnerDoctor', '/doctor-dashboard'],
  ['superAdmin', '/cpanel'],
  ['robot', '/'],
])('the home page of %s is %s', (type, path) => {
  expect(homePathOf(person(type))).toBe(path);
});

test.each([
  ['customer', { from: '/dashboard?chat=list' }, '/dashboard?chat=list'],
  ['customer', { from: '/tracking/?order=1' }, '/tracking/?order=1'],
  ['customer', { from: '/cpanel' }, '/dashboard'],
  ['customer', { from: '/login' }, '/dashboard'],
  ['customer', { from: 'https://example.com/order' }, '/dashboard'],
  ['customer', { from: '//example.com/order' }, '/dashboard'],
  ['customer', { from: 1 }, '/dashboard'],
  ['customer', null, '/dashboard'],
  [
    'partnerDoctor',
    { from: '/doctor-dashboard?tab=consultations&chat=1' },
    '/doctor-dashboard?tab=consultations&chat=1',
  ],
  ['partnerDoctor', { from: '/dashboard?chat=list' }, '/doctor-dashboard'],
])('a %s who signs in with the state %j is redirected to %s', (type, state, path) => {
  expect(pathAfterSignIn(person(type), state)).toBe(path);
});

test('every type may open its own home page', () => {
  for (const type of userTypes) {
    const home = homePathOf(person(type));
    expect(home === '/' || mayOpen(person(type), home), type).toBe(true);
  }
});

test.each([
  ['staff on their page', aUser({ type: 'supervisor' }), '/supervisor-dashboard/', true],
  ['staff on their profile', aUser({ type: 'agent' }), '/profile', true],
  ['staff on the page of another type', aUser({ type: 'supervisor' }), '/cpanel', false],
  ['staff on a public page', aUser({ type: 'supervisor' }), '/about', false],
  ['a disabled account', aUser({ type: 'supervisor', active: false }), '/supervisor-dashboard', false],
  ['a customer', aUser(), '/profile', false],
] as const)('a place of work: %s', (_, user, path, expected) => {
  expect(worksOn(user, path)).toBe(expected);
});
