import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { countOf, countUpTo } from '../../lib/format.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { Money } from '../../ui/text.tsx';
import type { OrdersInList } from '../api.ts';
import { OrderBoard } from '../browsing/OrderBoard.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { toDo } from '../to-do.ts';
import { OpenOrderToPrepare } from './OrderToPrepare.tsx';
import { PreparationBadge } from './PreparationBadge.tsx';
import { columns, headings, PreparingCells, tablet } from './PreparingCells.tsx';

/** A pharmacy sees no order before it is paid; those to prepare are shown first. */
const states: readonly OrderState[] = ['delivering', 'delivered', 'ended'];

/** The orders assigned to a pharmacy, and its revenue. */
export function Preparing({ fileLink }: { fileLink: FileLinkSlot }) {
  return (
    <OrderBoard
      reader="pharmacy"
      states={states}
      first={{
        label: 'À préparer',
        query: toDo,
        count: (latest) => latest?.toPrepare && countUpTo(latest.toPrepare),
        parts,
      }}
      headings={headings}
      columns={columns}
      tablet={tablet}
      cells={(order) => <PreparingCells order={order} />}
      badge={(order) => <PreparationBadge order={order} />}
      figures={(latest) =>
        latest?.revenue === undefined ? null : (
          <span>
            Ventes : <Money amount={latest.revenue} />
          </span>
        )
      }
      detail={(id, onClose) => <OpenOrderToPrepare id={id} onClose={onClose} fileLink={fileLink} />}
      empty={
        <EmptyState title="Rien à préparer pour l’instant" pictogram="pharmacy">
          Les commandes que nous vous confions arrivent ici d’elles-mêmes. Gardez cette page ouverte.
        </EmptyState>
      }
    />
  );
}

/** What is ready stays in the list until it is fetched, but is not counted as to prepare. */
function parts(latest: OrdersInList['latest']): string | undefined {
  if (latest?.toPrepare === undefined || latest.toPrepare > MAX_COUNTED) return undefined;
  const ready = latest.counts.pending - latest.toPrepare;
  if (ready <= 0) return undefined;
  return `· ${countOf(latest.toPrepare, 'à préparer', 'à préparer')}, ${countOf(ready, 'prête')}`;
}
