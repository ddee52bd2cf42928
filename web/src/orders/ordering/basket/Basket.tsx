import { Button, Paper, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoney } from '../../../lib/format/money.ts';
import { confirmQuantity } from '../draft/draft.ts';
import type { StoredDraft } from '../draft/use-draft.ts';
import { MedicineLines } from '../medicines/MedicineLines.tsx';
import styles from './basket.module.css';

const noProblems: ReadonlyMap<string, string> = new Map();

/** The medicines chosen before the order form, and the way to it. */
export function Basket({ stored }: { stored: StoredDraft }) {
  const { draft, removed } = stored;
  if (draft.lines.length === 0 && removed === null) return null;
  const total = draft.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return (
    <Paper component="section" className={styles.basket} withBorder aria-labelledby="basket">
      <Title order={2} id="basket">
        Votre panier
      </Title>
      <MedicineLines
        lines={draft.lines}
        problems={noProblems}
        removed={removed}
        onQuantity={stored.changeQuantity}
        onConfirm={(id) => stored.change((before) => confirmQuantity(before, id))}
        onUndo={stored.undoRemoval}
      />
      {draft.lines.length === 0 ? null : (
        <>
          <p className={styles.total}>
            <span>Médicaments</span>
            <strong>{formatMoney(total)}</strong>
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
