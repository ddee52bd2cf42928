import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { fitBudget } from '@amasin/domain/orders/fit-budget.ts';
import { quoteOrder } from '@amasin/domain/orders/pricing.ts';
import { type Choice, splitLines } from '@amasin/domain/orders/split-lines.ts';
import type { PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { readPrice } from '../../lib/read-price.ts';
import styles from './Medicines.module.css';

type Props = {
  lines: readonly PrescriptionLine[];
  deliveryFee: Fcfa;
  /** Insurance rate in percent; 0 without a card. */
  rate: number;
  isPending: boolean;
  onFit: (choice: Choice) => void;
};

/** « J’ai 6 500 F »: proposes what can be paid with it, in the order of the prescription. */
export function FitBudget({ lines, deliveryFee, rate, isPending, onFit }: Props) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [fitted, setFitted] = useState<string | null>(null);
  const id = useId();
  // What is no longer sold is not taken.
  const sold = lines.filter(({ review }) => review !== 'unavailable');
  const fit = () => {
    const amount = readPrice(typed);
    setFitted(null);
    if (!amount) return setProblem('Écrivez une somme, par exemple 6 500');
    const choice = fitBudget(sold, { amount, deliveryFee, rate });
    if (choice === null)
      return setProblem(`${formatMoney(amount)} ne suffisent pas à la livraison et à un premier médicament`);
    setProblem(null);
    const { taken } = splitLines(sold, choice);
    const { total } = quoteOrder(taken, deliveryFee, rate);
    setFitted(`${countOf(taken.length, 'médicament')} sur ${sold.length}, pour ${formatMoney(total)}.`);
    const unsold = lines.filter((line) => !sold.includes(line)).map(({ medicationId }) => medicationId);
    onFit({ ...choice, leftOut: [...choice.leftOut, ...unsold] });
  };
  return (
    <form
      className={styles.budget}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        fit();
      }}
    >
      <TextInput
        className={styles.sum}
        label="J’ai (F)"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={typed}
        error={problem}
        aria-describedby={id}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="light" loading={isPending}>
        Voir ce que je peux prendre
      </Button>
      <Text id={id} size="sm" role="status">
        {fitted}
      </Text>
    </form>
  );
}
