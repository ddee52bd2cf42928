import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type {
  CancelDecline,
  MedicinePlace,
  ReplacementReason,
  ReturnReason,
  StaffCancelReason,
} from '@amasin/domain/orders/reasons.ts';
import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { type OrderQuery, useOrderChange } from '../api.ts';
import type { Role } from './roles.ts';

/** The orders of this list, as CSV. */
export const fetchOrderFile = ({ limit: _, ...query }: OrderQuery) =>
  callFile(orderEndpoints.exportOrders, { query });

/** The people who can take this role in an order, the most suitable ones first. */
export function useCandidates(orderId: string, role: Role, q: string) {
  return useQuery({
    queryKey: keys.orders.of('candidates', orderId, role, q),
    queryFn: ({ signal }) =>
      call(orderEndpoints.listCandidates, { params: { id: orderId }, query: { role, q } }, { signal }),
    placeholderData: (previous) => previous,
  });
}

/** The customer with this telephone number, or null. Without a number, nothing is loaded. */
export function useCaller(phone: string | null) {
  return useQuery({
    queryKey: keys.orders.of('caller', phone ?? ''),
    queryFn: ({ signal }) =>
      call(orderEndpoints.readCaller, { query: { phone: phone ?? '' } }, { signal }).then(
        ({ caller }) => caller,
      ),
    enabled: phone !== null,
  });
}

type Assignment = {
  order: Order;
  role: Role;
  userId: string;
  /** The person to replace. */
  replaces: string | undefined;
  reason: ReplacementReason | undefined;
};

/** Assigns, or replaces a person. When another supervisor was faster, the error names the person they assigned. */
export function useAssignOrder() {
  return useOrderChange({
    mutationFn: ({ order, role, userId, replaces, reason }: Assignment) => {
      const body = { [role]: userId, ...(replaces === undefined ? {} : { replaces, reason }) };
      return call(orderEndpoints.assignOrder, { params: { id: order._id }, body }).then(
        (response) => response.order,
      );
    },
    done: 'Commande assignée avec succès',
    failed: "Erreur lors de l'assignation",
  });
}

/** Ends the problem that the courier reported. */
export function useSolveProblem() {
  return useOrderChange({
    mutationFn: async ({ _id: id, problem }: Pick<Order, '_id' | 'problem'>) => {
      const query = problem ? { reported: problem.at } : {};
      await call(orderEndpoints.solveProblem, { params: { id }, query });
      return (await call(orderEndpoints.readOrder, { params: { id } })).order;
    },
    done: 'Difficulté réglée',
    failed: 'Erreur lors de la mise à jour',
  });
}

/** Brings an order back that could not be handed over: it is to be delivered anew. */
export function useBringBack(id: string) {
  return useOrderChange({
    mutationFn: (body: { reason: ReturnReason; medicinesAt: MedicinePlace }) =>
      call(orderEndpoints.bringBack, { params: { id }, body }).then(({ order }) => order),
    done: 'Commande à livrer de nouveau',
    failed: 'Erreur lors de la mise à jour',
  });
}

/**
 * delivered → ended, then POST /benefics/calculateBenefics/{id}. The server has already stored the benefit, so the
 * second call only reads it and may fail.
 */
export function useEndOrder() {
  return useOrderChange({
    mutationFn: (id: string) =>
      call(orderEndpoints.advanceOrder, { params: { id }, body: { status: 'ended' } }).then(
        (response) => response.order,
      ),
    done: 'Commande terminée',
    failed: 'Erreur lors de la finalisation',
    onDone: ({ _id: id }) => {
      call(benefitEndpoints.calculateBenefits, { params: { id } }).then(
        () => toast.success('Bénéfices calculés'),
        () => null,
      );
    },
  });
}

/** A supervisor cancels a paid order without a request of its customer. */
export function useCancelPaid(id: string) {
  return useOrderChange({
    mutationFn: (body: { reason: StaffCancelReason; note: string | null }) =>
      call(orderEndpoints.cancelPaid, { params: { id }, body }).then(({ order }) => order),
    done: 'Commande annulée',
    failed: 'Erreur lors de l’annulation',
  });
}

/** A supervisor gives lines of a paid order back, or parts of their quantity. */
export function useGiveBack(id: string) {
  return useOrderChange({
    mutationFn: (body: HandlerInput<typeof orderEndpoints.giveBack>['body']) =>
      call(orderEndpoints.giveBack, { params: { id }, body }).then(({ order }) => order),
    done: 'Remboursement demandé',
    failed: 'Erreur lors du remboursement',
  });
}

/** A supervisor declines for a reason, or accepts with null. */
export function useDecideCancel(id: string) {
  return useOrderChange({
    mutationFn: (declined: CancelDecline | null) =>
      call(orderEndpoints.decideCancel, { params: { id }, body: { declined } }).then(({ order }) => order),
    done: 'Décision enregistrée',
  });
}
