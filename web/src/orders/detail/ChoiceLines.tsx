import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { type Choice, choiceOf, joinLines } from '@amasin/domain/orders/split-lines.ts';
import { dayWords } from '@amasin/domain/prescriptions/giving-words.ts';
import type { PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { isEarly } from '../../prescriptions/line-words.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import styles from './Medicines.module.css';
import { MedicineLine } from './Medicines.tsx';

type Props = {
  taken: readonly PrescriptionLine[];
  leftOut: readonly (PrescriptionLine & { position: number })[];
  /** Shown in place of the button of the only one that is taken. */
  last: string;
  /** By which the total of what is taken is computed. */
  budget: { deliveryFee: Fcfa; rate: number };
  isPending?: boolean;
  onChange: (choice: Choice) => void;
};

/** Until when the first of these lines can be ordered: « , avant le 3 mars 2027 ». */
function untilOf(lines: readonly PrescriptionLine[]): string {
  const first = lines.flatMap(({ deliverBefore }) => deliverBefore ?? []).sort()[0];
  return first === undefined ? '' : `, avant le ${dayWords(first)}`;
}

// Lazy: most people take everything.
const FitBudget = lazyWithRetry(() => import('./FitBudget.tsx').then((module) => module.FitBudget));

/** The medicines of a prescription, each of which can be left out and taken back; one is always taken. */
export function ChoiceLines({ taken, leftOut, last, budget, isPending = false, onChange }: Props) {
  const [isShort, setShort] = useState(false);
  // In the order of the prescription: a line stays where it is when it is left out.
  const lines = joinLines<PrescriptionLine>(taken, leftOut);
  const choice = choiceOf(taken, leftOut);
  const isLeft = (id: string) => choice.leftOut.includes(id);
  const boxesOf = ({ medicationId, quantity }: PrescriptionLine) =>
    choice.quantities.find((part) => part.medicationId === medicationId)?.quantity ?? quantity;
  /** 0 leaves it out. */
  const take = ({ medicationId: id, quantity: all }: PrescriptionLine, quantity: number) =>
    onChange({
      leftOut: [...choice.leftOut.filter((other) => other !== id), ...(quantity === 0 ? [id] : [])],
      quantities: [
        ...choice.quantities.filter(({ medicationId }) => medicationId !== id),
        ...(quantity > 0 && quantity < all ? [{ medicationId: id, quantity }] : []),
      ],
    });
  return (
    <>
      <Text size="sm" c="dimmed">
        Vous pouvez ne pas prendre un médicament : le montant change aussitôt.
      </Text>
      <ul className={styles.items} aria-busy={isPending}>
        {lines.map((line) => {
          const { medicationId, label, quantity: all, maySplit } = line;
          const isLeftOut = isLeft(medicationId);
          const boxes = isLeftOut ? all : boxesOf(line);
          return (
            <li key={medicationId} className={styles.item} data-left-out={isLeftOut || undefined}>
              <MedicineLine line={{ ...line, quantity: boxes }} />
              {line.dueFrom !== undefined && isEarly(line) ? (
                <Text className={styles.early} size="sm">
                  {`À renouveler dès le ${dayWords(line.dueFrom)} : c’est tôt.`}
                </Text>
              ) : null}
              {maySplit && all > 1 && !isLeftOut ? (
                <div className={styles.choice}>
                  <Text size="sm" c="dimmed" span>{`${boxes} sur ${countOf(all, 'boîte')}`}</Text>
                  <Button
                    variant="subtle"
                    disabled={boxes === 1}
                    aria-label={`Une boîte de moins : ${label}`}
                    onClick={() => take(line, boxes - 1)}
                  >
                    Une de moins
                  </Button>
                  {boxes === all ? null : (
                    <Button
                      variant="subtle"
                      aria-label={`Une boîte de plus : ${label}`}
                      onClick={() => take(line, boxes + 1)}
                    >
                      Une de plus
                    </Button>
                  )}
                </div>
              ) : null}
              {line.review === 'unavailable' ? null : isLeftOut || taken.length > 1 ? (
                <Button
                  className={styles.choice}
                  variant="subtle"
                  aria-label={isLeftOut ? `Reprendre ${label}` : `Ne pas prendre ${label}`}
                  onClick={() => take(line, isLeftOut ? all : 0)}
                >
                  {isLeftOut ? 'Reprendre' : 'Ne pas prendre'}
                </Button>
              ) : (
                <Text className={styles.choice} size="sm" c="dimmed">
                  {last}
                </Text>
              )}
            </li>
          );
        })}
      </ul>
      {leftOut.length === 0 ? null : (
        <Text size="sm" role="status">
          {`Ce que vous ne prenez pas reste à commander plus tard, avec le même numéro${untilOf(leftOut)}.`}
        </Text>
      )}
      {isShort ? (
        <FitBudget lines={lines} {...budget} isPending={isPending} onFit={onChange} />
      ) : lines.length > 1 && lines.every(({ price, review }) => price > 0 || review === 'unavailable') ? (
        <Button variant="subtle" className={styles.fit} onClick={() => setShort(true)}>
          Je n’ai pas toute la somme
        </Button>
      ) : null}
    </>
  );
}
