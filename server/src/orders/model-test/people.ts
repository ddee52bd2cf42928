import type { UserType } from '@amasin/domain/contract/user-type.ts';
import fc from 'fast-check';

/** The users of a run; the last two cannot be assigned. */
export const userTypes = {
  owner: 'customer',
  stranger: 'customer',
  pharmacy1: 'pharmacy',
  pharmacy2: 'pharmacy',
  courier1: 'deliveryPerson',
  courier2: 'deliveryPerson',
  agent1: 'agent',
  agent2: 'agent',
  doctor: 'partnerDoctor',
  supervisor1: 'supervisor',
  supervisor2: 'supervisor',
  admin: 'superAdmin',
  strangePharmacy: 'pharmacy',
  disabledCourier: 'deliveryPerson',
} as const satisfies Record<string, UserType>;

export type Name = keyof typeof userTypes;
export type Role = 'pharmacy' | 'deliveryPerson' | 'agent';

export const names = Object.keys(userTypes) as Name[];

/** Every user who can sign in. */
export const anyone = fc.constantFrom(...names.filter((name) => name !== 'disabledCourier'));

export const supervisors = fc.constantFrom<Name>('supervisor1', 'supervisor2', 'admin');
