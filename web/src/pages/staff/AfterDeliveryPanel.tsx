import { FeedbackFigures, FeedbackPanel } from '../../feedback/FeedbackPanel.tsx';
import { WarningCounts } from '../../orders/supervision/WarningCounts.tsx';
import { ReportsPanel } from '../../reports/ReportsPanel.tsx';

/** « Après la livraison »: what customers said, what they reported, and how often; also what pharmacies were warned of. */
export function AfterDeliveryPanel() {
  return (
    <>
      <FeedbackPanel />
      <ReportsPanel />
      <FeedbackFigures />
      <WarningCounts />
    </>
  );
}
