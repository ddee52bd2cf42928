import type { User } from '@amasin/domain/users/user.ts';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { expect, test } from 'vitest';
import { homePathOf, mayOpen } from './page-access.ts';

const person = (type: string) => ({ type: type as User['type'] });

// SPEC 2, for the pages that exist so far.
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

test('superadmin, written in lower case, is the same type', () => {
  expect(mayOpen(person('superadmin'), '/profile')).toBe(true);
  expect(mayOpen(person('superadmin'), '/cpanel')).toBe(true);
});

test.each(table)('%s is for %j alone', (path, allowed) => {
  expect(userTypes.filter((type) => mayOpen(person(type), path))).toEqual(allowed);
});

test('a closing slash opens the same page', () => {
  expect(mayOpen(person('customer'), '/order/')).toBe(true);
});

test('an unknown page or an unknown type opens nothing', () => {
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
])('%s arrives at %s', (type, path) => {
  expect(homePathOf(person(type))).toBe(path);
});

test('everybody may open the page where they arrive', () => {
  for (const type of userTypes) {
    const home = homePathOf(person(type));
    expect(home === '/' || mayOpen(person(type), home), type).toBe(true);
  }
});
