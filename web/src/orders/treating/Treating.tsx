import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { OrderBoard } from '../browsing/OrderBoard.tsx';
import { QueueFigures } from './queue/QueueFigures.tsx';
import { queueBase } from './queue/queue.ts';
import { ReadingBadge } from './queue/ReadingBadge.tsx';
import type { TreatmentSlots } from './slots.ts';
import { columns, headings, TreatingCells, tablet } from './TreatingCells.tsx';

const loadDetail = () => import('./OpenOrderToTreat.tsx').then((module) => module.default);

/** The prescriptions that an in-house pharmacist reads, each in its turn. */
export function Treating({ slots }: { slots: TreatmentSlots }) {
  return (
    <OrderBoard
      reader="agent"
      base={queueBase}
      anyState="À traiter"
      counters={<QueueFigures />}
      headings={headings}
      columns={columns}
      tablet={tablet}
      badge={(order) => <ReadingBadge order={order} />}
      cells={(order) => <TreatingCells order={order} />}
      wideDetail
      loadDetail={loadDetail}
      detailProps={(id, onClose) => ({ id, onClose, slots })}
      empty={
        <EmptyState title="Aucune ordonnance à lire" pictogram="pharmacy">
          Les ordonnances photographiées arrivent ici d’elles-mêmes. Gardez cette page ouverte.
        </EmptyState>
      }
    />
  );
}
