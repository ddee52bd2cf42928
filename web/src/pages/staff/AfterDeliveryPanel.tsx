import { FeedbackFigures, FeedbackPanel } from '../../feedback/FeedbackPanel.tsx';
import { ReportsPanel } from '../../reports/ReportsPanel.tsx';

/** « Après la livraison »: what customers said, what they reported, and how often. */
export function AfterDeliveryPanel() {
  return (
    <>
      <FeedbackPanel />
      <ReportsPanel />
      <FeedbackFigures />
    </>
  );
}
