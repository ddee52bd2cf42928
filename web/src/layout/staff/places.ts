import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { homes } from '@amasin/domain/users/pages.ts';
import type { User } from '@amasin/domain/users/user.ts';
import {
  IconActivity,
  IconAlertTriangle,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconClipboardText,
  IconHistory,
  IconLock,
  IconMapPin,
  IconMessageCircle,
  IconMessageReport,
  IconMoon,
  IconMotorbike,
  IconPill,
  IconScale,
  IconSettings,
  IconShieldCheck,
  IconShoppingBag,
  IconUmbrella,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { ConsultationsBadge } from '../../consultations/doctor/ConsultationsBadge.tsx';
import { WorkBadge } from '../../orders/WorkBadge.tsx';
import { typeOf } from '../../session/page-access.ts';
import { PharmacistBadge, ToCheckBadge } from './ToCheckBadge.tsx';

export type Place = {
  readonly path: string;
  /** `?tab=` of the page; without it, the first tab. */
  readonly tab?: string;
  readonly label: string;
  /** A label that fits the bar of a phone. */
  readonly short?: string;
  readonly icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>;
  /** Counts what waits there. */
  readonly badge?: ComponentType;
  /** Its list of orders has a search field. */
  readonly searchable?: true;
};

export const urlOf = ({ path, tab }: Place) => ({
  pathname: path,
  search: tab === undefined ? '' : `?tab=${tab}`,
});

const profile: Place = { path: '/profile', label: 'Mon profil', short: 'Profil', icon: IconUser };

/** Where each type of staff works, in the order of the menu. */
const places: Readonly<Partial<Record<UserType, readonly Place[]>>> = {
  supervisor: [
    {
      path: homes.supervisor,
      label: 'Gestion des commandes',
      short: 'Commandes',
      icon: IconShoppingBag,
      badge: WorkBadge,
      searchable: true,
    },
    {
      path: homes.supervisor,
      tab: 'medications',
      label: 'Gestion des médicaments',
      short: 'Médicaments',
      icon: IconPill,
    },
    {
      path: homes.supervisor,
      tab: 'verifier',
      label: 'À vérifier',
      short: 'Vérifier',
      icon: IconShieldCheck,
      badge: ToCheckBadge,
    },
    {
      path: homes.supervisor,
      tab: 'apres',
      label: 'Après la livraison',
      short: 'Avis',
      icon: IconMessageReport,
    },
    { path: homes.supervisor, tab: 'rappels', label: 'Rappels', icon: IconAlertTriangle },
    { path: homes.supervisor, tab: 'duty', label: 'Gardes', icon: IconMoon },
    { path: homes.supervisor, tab: 'versements', label: 'Versements', icon: IconCash },
    profile,
  ],
  agent: [
    {
      path: homes.agent,
      label: 'Ordonnances à lire',
      short: 'Ordonnances',
      icon: IconClipboardText,
      badge: WorkBadge,
      searchable: true,
    },
    {
      path: homes.agent,
      tab: 'verifier',
      label: 'À vérifier',
      icon: IconShieldCheck,
      badge: PharmacistBadge,
    },
    { path: homes.agent, tab: 'signalements', label: 'Signalements', icon: IconMessageReport },
    profile,
  ],
  pharmacy: [
    {
      path: homes.pharmacy,
      label: 'Commandes à préparer',
      short: 'Commandes',
      icon: IconBuildingStore,
      badge: WorkBadge,
      searchable: true,
    },
    { path: homes.pharmacy, tab: 'liste', label: 'Ma liste', icon: IconPill },
    { path: homes.pharmacy, tab: 'duty', label: 'Garde', icon: IconMoon },
    { path: homes.pharmacy, tab: 'releves', label: 'Relevés', icon: IconCash },
    { path: homes.pharmacy, tab: 'connexion', label: 'Connexion', icon: IconLock },
  ],
  deliveryPerson: [
    {
      path: homes.deliveryPerson,
      label: 'Mes livraisons',
      short: 'Livraisons',
      icon: IconMotorbike,
      badge: WorkBadge,
    },
    { path: homes.deliveryPerson, tab: 'gains', label: 'Gains', icon: IconCash },
    profile,
  ],
  partnerDoctor: [
    { path: homes.partnerDoctor, label: 'Mes ordonnances', short: 'Ordonnances', icon: IconClipboardText },
    {
      path: homes.partnerDoctor,
      tab: 'consultations',
      label: 'Consultations',
      icon: IconMessageCircle,
      badge: ConsultationsBadge,
    },
    { path: homes.partnerDoctor, tab: 'gains', label: 'Gains', icon: IconCash },
    profile,
  ],
  superAdmin: [
    { path: homes.superAdmin, label: 'Vue d’ensemble', icon: IconChartBar },
    {
      path: homes.superAdmin,
      tab: 'orders',
      label: 'Commandes',
      icon: IconShoppingBag,
      badge: WorkBadge,
      searchable: true,
    },
    { path: homes.superAdmin, tab: 'prescriptions', label: 'Ordonnances', icon: IconClipboardText },
    { path: '/cpanel/users', label: 'Utilisateurs', icon: IconUsers },
    { path: homes.superAdmin, tab: 'medications', label: 'Médicaments', icon: IconPill },
    { path: homes.superAdmin, tab: 'rappels', label: 'Rappels', icon: IconAlertTriangle },
    { path: homes.superAdmin, tab: 'zones', label: 'Zones', icon: IconMapPin },
    { path: homes.superAdmin, tab: 'benefice', label: 'Bénéfices', icon: IconCash },
    { path: homes.superAdmin, tab: 'argent', label: 'Argent', icon: IconScale },
    { path: homes.superAdmin, tab: 'assureurs', label: 'Assureurs', icon: IconUmbrella },
    {
      path: homes.superAdmin,
      tab: 'apres',
      label: 'Après la livraison',
      short: 'Avis',
      icon: IconMessageReport,
    },
    { path: homes.superAdmin, tab: 'duty', label: 'Gardes', icon: IconMoon },
    { path: homes.superAdmin, tab: 'audit', label: 'Journal', icon: IconHistory },
    { path: homes.superAdmin, tab: 'messages', label: 'Messages', icon: IconMessageCircle },
    { path: homes.superAdmin, tab: 'reglages', label: 'Réglages', icon: IconSettings },
    { path: homes.superAdmin, tab: 'etat', label: 'État', icon: IconActivity },
    profile,
  ],
};

/** The places of a member of staff, the first one first. */
export function placesOf(user: User): readonly Place[] {
  const type = typeOf(user);
  return (type && places[type]) ?? [];
}
