import { ImportButton } from '../../imports/ImportButton.tsx';
import { GoTo } from '../../ui/feedback.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { type Panel, UrlPanel } from '../../ui/UrlPanel.tsx';
import { AfterDelivery, Duty, Medicines, Payments, Recalls } from './lazy-panels.ts';

export const meta = () => [{ title: 'Administration · Amasin' }];

const whole = { height: 480 };
const Overview = lazyWithRetry(
  () => import('../../stats/overview/Overview.tsx').then((module) => module.Overview),
  whole,
);
const FeedbackFigures = lazyWithRetry(
  () => import('../../feedback/FeedbackPanel.tsx').then((module) => module.FeedbackFigures),
  { height: 96 },
);
const Orders = lazyWithRetry(
  () => import('../../orders/supervision/Supervision.tsx').then((module) => module.Supervision),
  whole,
);
const AllPrescriptions = lazyWithRetry(
  () => import('../../prescriptions/AllPrescriptions.tsx').then((module) => module.AllPrescriptions),
  whole,
);
const ZonesPanel = lazyWithRetry(
  () => import('../../zones/ZonesPanel.tsx').then((module) => module.ZonesPanel),
  whole,
);
const BenefitsPanel = lazyWithRetry(
  () => import('../../benefits/BenefitsPanel.tsx').then((module) => module.BenefitsPanel),
  whole,
);
const MoneyPanel = lazyWithRetry(
  () => import('../../benefits/MoneyPanel.tsx').then((module) => module.MoneyPanel),
  whole,
);
const InsurersPanel = lazyWithRetry(
  () => import('../../claims/InsurersPanel.tsx').then((module) => module.InsurersPanel),
  whole,
);
const Journal = lazyWithRetry(
  () => import('../../audit/Journal.tsx').then((module) => module.Journal),
  whole,
);
const HousePanel = lazyWithRetry(
  () => import('../../house/HousePanel.tsx').then((module) => module.HousePanel),
  whole,
);
const SituationPanel = lazyWithRetry(
  () => import('../../house/Situation.tsx').then((module) => module.SituationPanel),
  whole,
);
const Messages = lazyWithRetry(
  () => import('../../sms/Messages.tsx').then((module) => module.Messages),
  whole,
);

/** The places of the super administrator; each is loaded when first opened. */
const panels: readonly [Panel, ...Panel[]] = [
  {
    name: 'overview',
    title: 'Vue d’ensemble',
    panel: (
      <>
        <Overview />
        <FeedbackFigures />
      </>
    ),
  },
  {
    name: 'orders',
    title: 'Commandes',
    panel: Orders,
  },
  {
    name: 'prescriptions',
    title: 'Ordonnances',
    panel: AllPrescriptions,
  },
  {
    name: 'users',
    title: 'Utilisateurs',
    panel: <GoTo to="/cpanel/users" />,
  },
  {
    name: 'medications',
    title: 'Médicaments',
    panel: (
      <>
        <Medicines />
        <ImportButton list="medications" label="Importer des médicaments" />
      </>
    ),
  },
  {
    name: 'rappels',
    title: 'Rappels',
    panel: Recalls,
  },
  {
    name: 'zones',
    title: 'Zones',
    panel: (
      <>
        <ZonesPanel />
        <ImportButton list="zones" label="Importer des zones" />
      </>
    ),
  },
  {
    name: 'benefice',
    title: 'Bénéfices',
    panel: BenefitsPanel,
  },
  {
    name: 'argent',
    title: 'Argent',
    panel: MoneyPanel,
  },
  {
    name: 'assureurs',
    title: 'Assureurs',
    panel: InsurersPanel,
  },
  {
    name: 'apres',
    title: 'Après la livraison',
    panel: AfterDelivery,
  },
  {
    name: 'duty',
    title: 'Gardes',
    panel: (
      <>
        <Duty />
        <ImportButton list="pharmacies" label="Importer des pharmacies" />
      </>
    ),
  },
  {
    name: 'audit',
    title: 'Journal',
    panel: Journal,
  },
  {
    name: 'messages',
    title: 'Messages',
    panel: Messages,
  },
  {
    name: 'reglages',
    title: 'Réglages',
    panel: HousePanel,
  },
  {
    name: 'etat',
    title: 'État',
    panel: SituationPanel,
  },
  {
    name: 'payments',
    title: 'Paiements à regarder',
    panel: Payments,
  },
];

export default function ControlPanel() {
  return <UrlPanel panels={panels} />;
}
