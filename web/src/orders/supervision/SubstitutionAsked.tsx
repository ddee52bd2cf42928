import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Stack } from '@mantine/core';
import { useDecideSubstitute } from '../decide-substitute.ts';
import { standOf } from '../substitution-words.ts';
import { wrappingLabel } from './wrapping-label.ts';

/** What the pharmacy proposes instead of what lacks; a supervisor who has called the customer answers for her. */
export function SubstitutionAsked({ order }: { order: Order }) {
  const decide = useDecideSubstitute(order);
  const { substitution, allowedActions, customer } = order;
  if (!substitution) return null;
  return (
    <>
      <span>
        <b>{`Proposé à la place : ${substitution.quantity} × ${substitution.proposed.label}.`}</b>{' '}
        <span>{standOf(substitution)}</span>
      </span>
      {allowedActions.includes('decide-substitute') ? (
        <Stack gap={8}>
          <Button
            variant="default"
            fullWidth
            classNames={wrappingLabel}
            loading={decide.isPending && decide.variables === true}
            disabled={decide.isPending}
            onClick={() => decide.mutate(true)}
          >
            {`${customer.name} est d’accord`}
          </Button>
          <Button
            variant="default"
            fullWidth
            classNames={wrappingLabel}
            loading={decide.isPending && decide.variables === false}
            disabled={decide.isPending}
            onClick={() => decide.mutate(false)}
          >
            Ne le veut pas
          </Button>
        </Stack>
      ) : null}
    </>
  );
}
