import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order, OrderLine } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
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
export function MedicineLine({ line }: { line: OrderLine & { covered?: number | undefined } }) {
  const { label, quantity, price, posology, duration, form, review, covered, givenBack, substituted } = line;
  return (
    <>
      <span className={styles.quantity}>
        <span>{quantity}</span>
        <span aria-hidden="true"> ×</span>
      </span>
      <span>
        <span>{label}</span>
        <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
        {substituted === undefined ? null : (
          <span className={styles.back}>
            {`À la place de ${substituted.label}${substituted.price < price ? `, à ${formatMoney(substituted.price)} l’unité` : ''}`}
          </span>
        )}
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
