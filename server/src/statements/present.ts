import { maskPhone } from '@amasin/domain/payments/operators.ts';
import type { StatementLine } from '@amasin/domain/statements/statement.ts';
import type { Holder, Line } from './lines/queries.ts';

export const presentHolder = ({ id, name, type }: Holder) => ({ _id: id, name, type });

/** No patient, no customer and no medicine. */
export function presentLine({ kind, at, amount, number, state, operator, phone }: Line): StatementLine {
  return {
    kind,
    at: at.toISOString(),
    amount,
    number,
    state,
    operator,
    phone: phone === null ? null : maskPhone(phone),
  };
}
