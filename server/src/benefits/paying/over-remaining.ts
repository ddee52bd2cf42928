import { formatAmount } from '@amasin/domain/contract/money.ts';
import { refusalMessage } from '@amasin/domain/contract/refusals.ts';
import { Refusal } from '../../refusal.ts';

/** 409: more than remains, FCFA; the field says of which amount. */
export function overRemaining(rest: number, path: string): Refusal {
  const values = { rest: formatAmount(rest) };
  return new Refusal('OVER_REMAINING', {
    values,
    fields: { [path]: refusalMessage('OVER_REMAINING', values) },
  });
}
