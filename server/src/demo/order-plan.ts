import type { DemoMedicine } from './catalogue/catalogue.ts';
import { finishedOrders } from './order-plan-finished.ts';
import { runningOrders } from './order-plan-running.ts';

export type DemoOrderItem = { label: string; form: DemoMedicine['form']; quantity: number };

export type DemoOrder = {
  /** Keys of `demoPeople`. */
  customer: string;
  pharmacy: string | null;
  deliveryPerson: string | null;
  agent: string | null;
  /** Physical: by photograph of a prescription, whose items the agent writes. Coded: with what a prescriber wrote. */
  kind: 'direct' | 'physical' | 'coded';
  /** Who wrote the prescription of a coded order. */
  prescriber?: 'docteur' | 'docteur2';
  state: 'pre-treatment' | 'pending' | 'delivering' | 'delivered' | 'ended';
  /** At least 1: an order dated today could lie after the moment of the first start. */
  daysAgo: number;
  /** Minutes after midnight, Africa/Porto-Novo. */
  minutesOfDay: number;
  /** Place in `demoAddresses`. */
  addressIndex: number;
  /** Empty while the agent has not read the prescription. */
  items: readonly DemoOrderItem[];
};

/** Oldest first, so that order numbers follow the dates. */
export const demoOrders: readonly DemoOrder[] = [...finishedOrders, ...runningOrders];
