import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Money } from '../../ui/text/Money.tsx';
import { OrderBoard } from '../browsing/OrderBoard.tsx';
import { Figure } from '../browsing/StateCounters.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { columns, headings, PreparingCells, tablet } from './PreparingCells.tsx';

const loadDetail = () => import('./OpenOrderToPrepare.tsx').then((module) => module.default);

/** What a pharmacy has to do with (SPEC 2): it sees no order before it is paid. */
const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The orders confided to a pharmacy: what to prepare, and what it has earned. */
export function Preparing({ fileLink }: { fileLink: FileLinkSlot }) {
  return (
    <OrderBoard
      reader="pharmacy"
      states={states}
      totalLabel="Total"
      headings={headings}
      columns={columns}
      tablet={tablet}
      cells={(order) => <PreparingCells order={order} />}
      figure={(revenue) => (
        <Figure label="Chiffre d’affaires">
          {revenue === undefined ? null : <Money amount={revenue} />}
        </Figure>
      )}
      loadDetail={loadDetail}
      detailProps={(id, onClose) => ({ id, onClose, fileLink })}
      empty={
        <EmptyState title="Aucune commande pour l’instant" pictogram="pharmacy">
          Les commandes que nous vous confions arrivent ici d’elles-mêmes. Gardez cette page ouverte.
        </EmptyState>
      }
    />
  );
}
