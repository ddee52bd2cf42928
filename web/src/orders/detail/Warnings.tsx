import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatDateTime } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { warningEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import {
  type BlockingRule,
  isBlocking,
  type OrderWarning,
  seenReasonLabels,
  seenReasons,
  warningLabels,
} from '@amasin/domain/warnings/warnings.ts';
import { Stack, Textarea } from '@mantine/core';
import { IconEye, IconEyeCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { ErrorState } from '../../ui/feedback.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';

type Props = {
  order: Pick<Order, '_id'>;
  /** The reader is its pharmacy, which says that it has seen them. */
  sees?: boolean;
};

/** What is noticed of the medicines of an order, each with its source; nothing when nothing is. */
export function Warnings({ order: { _id: id }, sees = false }: Props) {
  const { data, error, refetch } = useQuery({
    // Whatever changes an order reads them again.
    queryKey: keys.orders.of('warnings', id),
    queryFn: ({ signal }) =>
      call(warningEndpoints.listWarnings, { params: { id } }, { signal }).then(({ warnings }) => warnings),
  });
  if (data === undefined)
    return error === null ? null : (
      <ErrorState
        message={messageOf(error, 'Les alertes n’ont pas pu être lues.')}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0) return null;
  return (
    <Stack gap={8} component="section" aria-label="À regarder" mt={12}>
      {data.map((warning) => (
        <Shown key={warning.rule} id={id} warning={warning} sees={sees} />
      ))}
    </Stack>
  );
}

type ShownProps = { id: string; warning: OrderWarning; sees: boolean };

function Shown({ id, warning: { rule, medications, source, seen }, sees }: ShownProps) {
  const asks = isBlocking(rule) && seen === null;
  return (
    <Notice
      tone={asks ? 'amber' : 'neutral'}
      icon={seen === null ? IconEye : IconEyeCheck}
      title={warningLabels[rule]}
    >
      <span>{medications.map(({ label }) => label).join(', ')}</span>
      <span>{`Source : ${source}`}</span>
      {seen === null ? null : (
        <span>
          {[
            `Vu par ${seen.by} le ${formatDateTime(new Date(seen.at))}`,
            seenReasonLabels[seen.reason],
            seen.note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {asks && sees ? <See id={id} rule={rule} medications={medications.map(({ _id }) => _id)} /> : null}
    </Notice>
  );
}

type SeenBody = HandlerInput<typeof warningEndpoints.seeWarning>['body'];

/** « J’ai vu », with a reason. */
function See({ id, rule, medications }: { id: string; rule: BlockingRule; medications: string[] }) {
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState(false);
  const see = useChange({
    resource: 'orders',
    mutationFn: (body: SeenBody) => call(warningEndpoints.seeWarning, { params: { id, rule }, body }),
    done: 'C’est noté',
  });
  return (
    <>
      <ReasonDetails
        summary="J’ai vu"
        reasons={seenReasons}
        labels={seenReasonLabels}
        pending={see.isPending}
        onChoose={(reason) => {
          const isMissing = reason === 'other' && note.trim() === '';
          setWrong(isMissing);
          if (!isMissing) see.mutate({ medications, reason, note: note.trim() || null });
        }}
      >
        <Textarea
          label="Précision (facultatif, sauf pour une autre raison)"
          maxLength={200}
          rows={2}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </ReasonDetails>
      {wrong ? <span role="alert">Écrivez la raison, puis choisissez « Autre raison ».</span> : null}
    </>
  );
}
