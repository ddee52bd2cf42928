import type { LeftOutItem, Order, OrderItem, OrderLine } from '@amasin/domain/orders/order.ts';
import { joinLines } from '@amasin/domain/orders/split-lines.ts';
import { Button, Text } from '@mantine/core';
import { useOnline } from '../../lib/use-online.ts';
import { ItemInstructions, LineAmount } from '../../ui/items.tsx';
import { Money } from '../../ui/text.tsx';
import styles from './Medicines.module.css';

/** The ordered medicines, and below them those that the customer left out. */
export function Medicines({ order }: { order: Order }) {
  const online = useOnline();
  // As it is stored on the device: without a network, or until the server has answered.
  if (order.prescription === undefined)
    return (
      <Text c="dimmed">
        {online
          ? 'Chargement des médicaments…'
          : 'Ils ne sont pas gardés sur cet appareil : ils s’affichent au retour du réseau.'}
      </Text>
    );
  const items = order.prescription?.items ?? [];
  if (items.length === 0)
    return (
      <Text c="dimmed">
        {order.itemsCount > 0
          ? 'Médicaments effacés, à la fin de leur durée de conservation.'
          : 'Les médicaments ne sont pas encore saisis.'}
      </Text>
    );
  return (
    <>
      <ul className={styles.items}>
        {items.map((line) => (
          <li key={line.medicationId} className={styles.item}>
            <MedicineLine line={line} />
          </li>
        ))}
      </ul>
      {order.leftOut?.length ? (
        <Text c="dimmed" size="sm">
          {`Non pris : ${order.leftOut.map(({ label, quantity }) => `${quantity} × ${label}`).join(', ')}`}
        </Text>
      ) : null}
    </>
  );
}

/** The three columns of a line. */
function MedicineLine({ line }: { line: OrderLine & { covered?: number | undefined } }) {
  const { label, quantity, price, posology, duration, form, review, covered, givenBack } = line;
  return (
    <>
      <span className={styles.quantity}>
        <span>{quantity}</span>
        <span aria-hidden="true"> ×</span>
      </span>
      <span>
        <span>{label}</span>
        <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
        {givenBack === undefined ? null : (
          <span className={styles.back}>
            {givenBack === quantity ? 'Remboursé' : `Remboursé : ${givenBack} sur ${quantity}`}
          </span>
        )}
      </span>
      <span className={styles.amount}>
        <LineAmount {...line} />
        {quantity > 1 && price > 0 ? (
          <span className={styles.unit}>
            <Money amount={price} /> l’unité
          </span>
        ) : null}
        {covered === undefined ? null : (
          <span className={styles.unit}>
            {covered === 0 ? (
              'non couvert'
            ) : (
              <>
                assurance <Money amount={covered} />
              </>
            )}
          </span>
        )}
      </span>
    </>
  );
}

type Props = {
  taken: readonly OrderItem[];
  leftOut: readonly LeftOutItem[];
  /** Shown in place of the button of the only one that is taken. */
  last: string;
  isPending?: boolean;
  /** Receives the ids of all that are left out. */
  onChange: (leftOut: string[]) => void;
};

/** The medicines of a prescription, each of which can be left out and taken back; one is always taken. */
export function ChoiceLines({ taken, leftOut, last, isPending = false, onChange }: Props) {
  // In the order of the prescription: a line stays where it is when it is left out.
  const lines = joinLines<OrderItem>(taken, leftOut);
  const leftIds = leftOut.map(({ medicationId }) => medicationId);
  return (
    <>
      <Text size="sm" c="dimmed">
        Vous pouvez ne pas prendre un médicament : le montant change aussitôt.
      </Text>
      <ul className={styles.items} aria-busy={isPending}>
        {lines.map((line) => {
          const { medicationId, label } = line;
          const isLeftOut = leftIds.includes(medicationId);
          const change = () =>
            onChange(isLeftOut ? leftIds.filter((id) => id !== medicationId) : [...leftIds, medicationId]);
          return (
            <li key={medicationId} className={styles.item} data-left-out={isLeftOut || undefined}>
              <MedicineLine line={line} />
              {line.review === 'unavailable' ? null : isLeftOut || taken.length > 1 ? (
                <Button
                  className={styles.choice}
                  variant="subtle"
                  aria-label={isLeftOut ? `Reprendre ${label}` : `Ne pas prendre ${label}`}
                  onClick={change}
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
    </>
  );
}
