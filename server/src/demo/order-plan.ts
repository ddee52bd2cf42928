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
  /** Physical: by photograph, items written by the agent. Coded: with a prescriber's prescription. */
  kind: 'direct' | 'physical' | 'coded';
  /** Author of the prescription of a coded order. */
  prescriber?: 'docteur' | 'docteur2';
  state: 'pre-treatment' | 'pending' | 'delivering' | 'delivered' | 'ended';
  /** At least 1: an order of today could be in the future at the first start. */
  daysAgo: number;
  /** Minutes after midnight, Africa/Porto-Novo. */
  minutesOfDay: number;
  /** Index in `demoAddresses`. */
  addressIndex: number;
  /** Empty until the agent has read the prescription. */
  items: readonly DemoOrderItem[];
};

/** Oldest first, so that order numbers follow the dates. */
export const demoOrders: readonly DemoOrder[] = [...finishedOrders, ...runningOrders];
