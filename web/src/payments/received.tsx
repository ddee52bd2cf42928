import { formatMoney } from '@amasin/domain/contract/format.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { receivedLabels } from '@amasin/domain/payments/pay-link.ts';
import type { ReceivedByLink } from '@amasin/domain/payments/pay-request.ts';
import styles from './payments.module.css';

/** « 9 200 F du 01 •• •• •• 22 (MTN MoMo) : payé », one line for each money that came by a link. */
export function ReceivedLines({ received }: { received: readonly ReceivedByLink[] }) {
  return (
    <ul className={styles.received} aria-label="Ce qui a été payé par ce lien">
      {received.map((one) => (
        <li key={`${one.at} ${one.payingPhone}`}>{wordsOf(one)}</li>
      ))}
    </ul>
  );
}

function wordsOf({ amount, operator, payingPhone, state, givenBack }: ReceivedByLink): string {
  const from = payingPhone === null ? '' : ` du ${payingPhone}`;
  const by = operator === null ? '' : ` (${operatorLabels[operator]})`;
  const back =
    givenBack === undefined
      ? ''
      : `, dont ${formatMoney(givenBack.amount)} ${givenBack.arrived ? 'remboursés' : 'en cours de remboursement'}`;
  return `${formatMoney(amount)}${from}${by} : ${receivedLabels[state]}${back}`;
}
