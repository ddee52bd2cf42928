import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { PublicMedication } from '@amasin/domain/medications/medication.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { countOf } from '../../lib/format.ts';
import styles from './Basket.module.css';
import { addMedicine, countedLines, type DraftLine } from './draft.ts';
import { MedicineLines } from './MedicineLines.tsx';
import type { OrderDraft } from './use-draft.ts';

/** Puts one of this medicine in the basket, and says how many there are. */
export function AddButton({ stored, medication }: { stored: OrderDraft; medication: PublicMedication }) {
  const { _id, label } = medication;
  const quantity = stored.draft.lines.find(({ medicationId }) => medicationId === _id)?.quantity ?? 0;
  return (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-label={quantity === 0 ? `Ajouter ${label}` : `Ajouter ${label}, ${quantity} au panier`}
      onClick={() => stored.change((draft) => ({ ...addMedicine(draft, medication), way: 'without' }))}
    >
      {quantity === 0 ? 'Ajouter' : `Ajouter (${quantity})`}
    </Button>
  );
}

const BASKET_ID = 'basket';

/** The medicines chosen before the order form, and the way to it. */
export function Basket({ stored }: { stored: OrderDraft }) {
  const { draft, removed } = stored;
  if (draft.lines.length === 0 && removed === null) return null;
  return (
    <Paper component="section" className={styles.basket} withBorder aria-labelledby={BASKET_ID}>
      <Title order={2} id={BASKET_ID} className={styles.title}>
        Votre panier
      </Title>
      <MedicineLines basket={stored} />
      {draft.lines.length === 0 ? null : (
        <>
          <p className={styles.total}>
            <span>Médicaments</span>
            <strong>{formatMoney(medicinesTotal(draft.lines))}</strong>
          </p>
          <Text size="sm" c="dimmed">
            La livraison et la commission de service s’y ajoutent : vous voyez le total avant de payer.
          </Text>
          <Button component={Link} to="/order" size="md" fullWidth>
            Commander
          </Button>
        </>
      )}
    </Paper>
  );
}

/** The price of the medicines alone, FCFA. */
function medicinesTotal(lines: readonly DraftLine[]): number {
  return countedLines(lines).reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** At the bottom of a narrow screen, where the basket is below a long list of results: what it holds, and a link to it. */
export function BasketBar({ lines }: { lines: readonly DraftLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className={styles.bar}>
      <span className={styles.sum}>
        <span>{countOf(lines.length, 'médicament')}</span>
        <strong>{formatMoney(medicinesTotal(lines))}</strong>
      </span>
      <Button component="a" href={`#${BASKET_ID}`} className={styles.show}>
        Voir le panier
      </Button>
    </div>
  );
}
