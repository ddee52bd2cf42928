import { bare } from './bare.mjs';
import { growth } from './growth.mjs';
import { reads } from './reads.mjs';
import { writes } from './writes.mjs';

/** By name, in the order of the table. Bare search first: it is the unit of the others. */
export const operations = {
  'bare-search': bare['bare-search'],
  'paid-order': writes['paid-order'],
  'bare-order': bare['bare-order'],
  'bare-order-pg': bare['bare-order-pg'],
  ...reads,
  state: writes.state,
  login: writes.login,
  ...bare,
  ...growth,
};
