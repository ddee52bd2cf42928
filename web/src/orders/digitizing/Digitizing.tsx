import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { EmptyState } from '../../ui/feedback.tsx';
import { OrderBoard } from '../browsing/OrderBoard.tsx';
import { columns, DigitizingCells, headings, tablet } from './DigitizingCells.tsx';
import { OpenOrderToDigitize } from './OrderToDigitize.tsx';
import { QueueFigures, ReadingBadge } from './queue/QueueFigures.tsx';
import { canRead, queueBase } from './queue/queue.ts';
import { ReadLink } from './queue/ReadLink.tsx';
import type { DigitizingSlots } from './slots.ts';

/** Those whose prescriptions they have read. */
const states: readonly OrderState[] = ['pending', 'delivering', 'delivered', 'ended'];

/** The queue of prescriptions for an in-house pharmacist. */
export function Digitizing({ slots }: { slots: DigitizingSlots }) {
  return (
    <OrderBoard
      reader="agent"
      states={states}
      first={{
        label: 'À traiter',
        query: queueBase,
        count: (latest) => latest?.counts['pre-treatment'],
      }}
      figures={() => <QueueFigures />}
      headings={headings}
      columns={columns}
      tablet={tablet}
      action={(order, link) => (canRead(order) ? <ReadLink order={order} link={link} /> : null)}
      badge={(order) => <ReadingBadge order={order} />}
      cells={(order) => <DigitizingCells order={order} />}
      wideDetail
      detail={(id, onClose) => <OpenOrderToDigitize id={id} onClose={onClose} slots={slots} />}
      empty={
        <EmptyState title="Aucune ordonnance à lire" pictogram="pharmacy">
          Les ordonnances photographiées arrivent ici d’elles-mêmes. Gardez cette page ouverte.
        </EmptyState>
      }
    />
  );
}
