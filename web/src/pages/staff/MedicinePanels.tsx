import { Manager } from '../../medications/Manager.tsx';
import { RecallsPanel } from '../../recalls/RecallsPanel.tsx';

/** Loaded together: a file of its own for each would move code that both need into every page. */
export const medicinePanels = { Manager, RecallsPanel };
