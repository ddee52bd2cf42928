import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import { useDecideSubstitute } from '../decide-substitute.ts';
import styles from './tracking.module.css';

/** What the pharmacy proposes instead of a medicine that it lacks, and the two answers of the customer. */
export function Substitution({ order }: { order: Order }) {
  const decide = useDecideSubstitute(order);
  const { substitution, allowedActions, pharmacy } = order;
  if (!substitution) return null;
  const { state, label, proposed, quantity, back, isEquivalent, until } = substitution;
  if (state === 'checking' || state === 'prescriber')
    return (
      <Notice tone="blue" icon={IconArrowsExchange} title={`${label} manque à la pharmacie`}>
        {`Elle propose ${proposed.label}. ${state === 'checking' ? 'Un pharmacien' : 'La personne qui vous l’a prescrit'} dit d’abord s’il convient ; nous vous demandons ensuite votre accord.`}
      </Notice>
    );
  if (!allowedActions.includes('decide-substitute')) return null;
  return (
    <Notice tone="amber" icon={IconArrowsExchange} title="La pharmacie attend votre réponse">
      <span>
        <b>{label}</b>
        <span>{` manque${pharmacy === null ? '' : ` chez ${pharmacy.name}`}. Elle vous propose à la place :`}</span>
      </span>
      <span>
        <b>{`${quantity} × ${proposed.label}`}</b>
      </span>
      <span>
        {isEquivalent
          ? 'C’est le même médicament, d’un autre fabricant : même substance, même dosage, même forme.'
          : 'Ce n’est pas le même médicament : un pharmacien a vérifié qu’il convient.'}
      </span>
      <span>
        {back > 0 ? `Il coûte moins : ${formatMoney(back)} vous reviennent.` : 'Vous ne payez rien de plus.'}
      </span>
      <div className={styles.answers}>
        <Button
          color="soleil"
          loading={decide.isPending && decide.variables === true}
          disabled={decide.isPending}
          onClick={() => decide.mutate(true)}
        >
          D’accord
        </Button>
        <Button
          variant="default"
          loading={decide.isPending && decide.variables === false}
          disabled={decide.isPending}
          onClick={() => decide.mutate(false)}
        >
          Non, je ne le veux pas
        </Button>
      </div>
      <span>
        {state === 'calling'
          ? 'Nous vous appelons ; vous pouvez aussi répondre ici.'
          : `Sans réponse avant ${formatClock(new Date(until))}, nous vous appelons.`}
      </span>
    </Notice>
  );
}
