import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { OrderPart } from '../detail/OpenOrder.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { InsuranceCheck } from '../treating/InsuranceCheck.tsx';
import type { TreatmentSlots } from '../treating/slots.ts';
import { TreatDialog } from '../treating/TreatDialog.tsx';
import { AssignDialog, type Candidates } from './AssignDialog.tsx';
import { EndDialog } from './EndDialog.tsx';
import { NextStep } from './NextStep.tsx';
import { assignmentOf, type Role, readRole, roles, roleWords } from './roles.ts';

type Props = { order: Order; candidates: Candidates; slots: TreatmentSlots };

/** Everything that a supervisor knows of an order, and what they may do with it now. */
export function SupervisedOrder({ order, candidates, slots }: Props) {
  const assigning = useDialogAddress('assign');
  const ending = useDialogAddress('end');
  const treating = useDialogAddress('treat');
  const role = readRole(order, assigning.value);
  const canEnd = order.allowedActions.includes('end');
  const canCorrect = order.allowedActions.includes('edit-prescription');
  const canTreat = canCorrect || order.allowedActions.includes('write-prescription');

  // Somebody else was faster, or the address is an old one: there is nothing left to choose here.
  const stray =
    (assigning.opened && role === null && assigning.close) ||
    (ending.opened && !canEnd && ending.close) ||
    (treating.opened && !canTreat && treating.close);
  useEffect(() => {
    if (stray) stray();
  }, [stray]);

  return (
    <>
      <NextStep
        order={order}
        onAssign={assigning.open}
        onTreat={() => treating.open()}
        onEnd={() => ending.open()}
      />
      <Facts>
        <PersonLine part="Client" person={order.customer} />
        <Fact name="Livraison">
          <AddressText zone={order.deliveryZone} address={order.deliveryAddress} />
        </Fact>
        {roles
          .filter((one) => concerns(order, one))
          .map((one) => (
            <PersonLine
              key={one}
              part={roleWords[one].name}
              person={order[one]}
              nobody={roleWords[one].nobody}
              action={
                assignmentOf(order, one) === 'replace' ? (
                  <Button
                    variant="default"
                    onClick={() => assigning.open(one)}
                    aria-label={roleWords[one].replaceLabel}
                  >
                    Remplacer
                  </Button>
                ) : null
              }
            />
          ))}
        <PrescriptionFacts order={order} fileLink={slots.fileLink} />
      </Facts>
      <InsuranceCheck order={order} fileLink={slots.fileLink} />
      <OrderPart title="Médicaments">
        <Medicines order={order} />
        {canCorrect ? (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => treating.open()}
          >
            Corriger
          </Button>
        ) : null}
      </OrderPart>
      <OrderPart title="Montants">
        <MoneyLines order={order} />
      </OrderPart>
      <OrderPart title="Historique">
        <Timeline orderId={order._id} reader="supervisor" />
      </OrderPart>
      <AssignDialog order={order} role={role} onClose={assigning.close} candidates={candidates} />
      <TreatDialog
        order={order}
        opened={treating.opened && canTreat}
        onClose={treating.close}
        slots={slots}
      />
      <EndDialog order={order} opened={ending.opened && canEnd} onClose={ending.close} />
    </>
  );
}

/** An in-house pharmacist is of interest only where an ordonnance has to be read. */
function concerns(order: Order, role: Role): boolean {
  return role !== 'agent' || order.agent !== null || order.state === 'pre-treatment';
}
