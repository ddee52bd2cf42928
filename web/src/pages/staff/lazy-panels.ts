import { lazyWithRetry } from '../../ui/lazy.tsx';

// The panels of more than one page; each is loaded when it is first opened.

const whole = { height: 480 };

export const Medicines = lazyWithRetry(
  () => import('./MedicinePanels.tsx').then(({ medicinePanels }) => medicinePanels.Manager),
  whole,
);
export const ToCheck = lazyWithRetry(
  () => import('./ToCheckPanel.tsx').then((module) => module.ToCheckPanel),
  whole,
);
export const Duty = lazyWithRetry(
  () => import('../../pharmacies/duty/DutyPanel.tsx').then((module) => module.DutyPanel),
  whole,
);
export const Payments = lazyWithRetry(
  () => import('../../payments/Reviews.tsx').then((module) => module.Reviews),
  whole,
);
export const Statements = lazyWithRetry(
  () => import('../../statements/Statements.tsx').then((module) => module.Statements),
  { rows: 4, height: 72 },
);
export const OwnMoney = lazyWithRetry(
  () => import('../../benefits/OwnMoney.tsx').then((module) => module.OwnMoney),
  { rows: 3, height: 88 },
);
export const AfterDelivery = lazyWithRetry(
  () => import('./AfterDeliveryPanel.tsx').then((module) => module.AfterDeliveryPanel),
  whole,
);
export const Settlement = lazyWithRetry(
  () => import('../../benefits/Settlement.tsx').then((module) => module.Settlement),
  whole,
);
export const Recalls = lazyWithRetry(
  () => import('./MedicinePanels.tsx').then(({ medicinePanels }) => medicinePanels.RecallsPanel),
  whole,
);
