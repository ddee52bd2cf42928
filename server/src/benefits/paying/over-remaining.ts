import { formatAmount } from '@amasin/domain/contract/money.ts';
import { refusalMessage } from '@amasin/domain/contract/refusals.ts';
import { Refusal } from '../../refusal.ts';

/** 409 OVER_REMAINING with the remaining amount, FCFA; `path` names the field. */
export function overRemaining(remaining: number, path: string): Refusal {
  const values = { rest: formatAmount(remaining) };
  return new Refusal('OVER_REMAINING', {
    values,
    fields: { [path]: refusalMessage('OVER_REMAINING', values) },
  });
}
