import {
  HANDOVER_CODE_EXPECTED,
  readHandoverCode,
  type UnprovenReason,
  unprovenLabels,
  unprovenReasons,
} from '@amasin/domain/orders/handover.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { bigButton } from './big-button.ts';
import { HandoverPhoto } from './HandoverPhoto.tsx';
import type { Done } from './moves.ts';

type Props = {
  order: Order;
  /** He has called the customer, or waits for her: without a code he tries that first. */
  hasTried: boolean;
  loading: boolean;
  /** The button was tapped, and the code is asked for. */
  isAsked: boolean;
  onAsk: () => void;
  onMove: (done: Extract<Done, { to: unknown }>) => void;
};

/** « Marquer comme livrée »: asks for the customer's code, or why there is none (rule 59). */
export function HandOver({ order, hasTried, loading, isAsked, onAsk, onMove }: Props) {
  const { handoverAsks } = order;
  if (!handoverAsks || !isAsked)
    return (
      <Button
        {...bigButton}
        leftSection={<IconCircleCheck size={24} aria-hidden="true" />}
        loading={loading}
        onClick={() => (handoverAsks ? onAsk() : onMove({ to: 'delivered' }))}
      >
        Marquer comme livrée
      </Button>
    );
  const withoutCode = (reason: UnprovenReason) => onMove({ to: 'delivered', without: reason });
  return (
    <>
      {handoverAsks === 'code' ? <CodeForm onCode={(code) => onMove({ to: 'delivered', code })} /> : null}
      {hasTried ? (
        <ReasonDetails
          summary={handoverAsks === 'code' ? 'Remettre sans code' : 'Cinq codes faux : remettre sans code'}
          reasons={unprovenReasons}
          labels={unprovenLabels}
          onChoose={withoutCode}
        >
          <HandoverPhoto orderId={order._id} />
          <Text size="sm">La remise sera notée « non prouvée » auprès des superviseurs. Pourquoi ?</Text>
        </ReasonDetails>
      ) : (
        <Text size="sm" c="dimmed">
          Pas de code ? Appelez le client, ou attendez-le : vous pourrez ensuite remettre sans code.
        </Text>
      )}
    </>
  );
}

function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readHandoverCode(typed);
    if (code === null) setError(HANDOVER_CODE_EXPECTED);
    else onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Code du client"
        description="Les quatre chiffres de son SMS, ou de sa page de suivi."
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        size="lg"
        mb={8}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button {...bigButton} type="submit">
        Remettre avec ce code
      </Button>
    </form>
  );
}
