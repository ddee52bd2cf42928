import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { confirmQuantity, countedLines, type DraftLine, mistypeQuantity } from '../draft/draft.ts';
import type { StoredDraft } from '../draft/use-draft.ts';
import { MedicineLines } from '../medicines/MedicineLines.tsx';
import styles from './basket.module.css';

export const BASKET_ID = 'basket';

const noProblems: ReadonlyMap<string, string> = new Map();

/** The medicines chosen before the order form, and the way to it. */
export function Basket({ stored }: { stored: StoredDraft }) {
  const { draft, removed } = stored;
  if (draft.lines.length === 0 && removed === null) return null;
  return (
    <Paper component="section" className={styles.basket} withBorder aria-labelledby={BASKET_ID}>
      <Title order={2} id={BASKET_ID} className={styles.title}>
        Votre panier
      </Title>
      <MedicineLines
        lines={draft.lines}
        problems={noProblems}
        removed={removed}
        onQuantity={stored.changeQuantity}
        onMistype={(id, typed) => stored.change((before) => mistypeQuantity(before, id, typed))}
        onConfirm={(id) => stored.change((before) => confirmQuantity(before, id))}
        onUndo={stored.undoRemoval}
      />
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

/** Of the medicines alone, in FCFA. */
export function medicinesTotal(lines: readonly DraftLine[]): number {
  return countedLines(lines).reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}
