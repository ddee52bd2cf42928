import { formatMoney } from '@amasin/domain/contract/format.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { concernsLine, isShortage, type ShortageReason } from '@amasin/domain/orders/reasons.ts';
import { isOpenSubstitution } from '@amasin/domain/orders/substitution.ts';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { MedicineSearch } from '../../medications/MedicineSearch.tsx';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useOrderChange } from '../api.ts';
import { standOf } from '../substitution-words.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';

/** « Proposer un remplacement » for the line that the pharmacy of an order lacks, and where its proposal stands. */
export function Substitute({ order }: { order: Order }) {
  const dialog = useDialogUrl('remplacer');
  const { problem, substitution } = order;
  const line = order.prescription?.items.find(({ medicationId }) => medicationId === problem?.medicationId);
  if (!problem || line === undefined || !isShortage(problem.reason) || !concernsLine(problem.reason))
    return null;
  return (
    <Stack gap={8} my={8}>
      {substitution ? (
        <Text size="sm">
          <b>{`Proposé : ${substitution.proposed.label}.`}</b> <span>{standOf(substitution)}</span>
        </Text>
      ) : null}
      <Button variant="default" fullWidth onClick={() => dialog.open()}>
        {substitution && isOpenSubstitution(substitution.state)
          ? 'Proposer autre chose'
          : 'Proposer un remplacement'}
      </Button>
      <ResponsiveDialog
        opened={dialog.opened}
        onClose={dialog.close}
        title={`À la place de ${line.label}`}
        size="md"
      >
        <Choose
          order={order}
          medicationId={line.medicationId}
          reason={problem.reason}
          onDone={dialog.close}
        />
      </ResponsiveDialog>
    </Stack>
  );
}

interface Chosen {
  readonly _id: string;
  readonly label: string;
}

type ChooseProps = { order: Order; medicationId: string; reason: ShortageReason; onDone: () => void };

function Choose({ order, medicationId, reason, onDone }: ChooseProps) {
  const id = order._id;
  const query = useQuery({
    queryKey: keys.orders.of('equivalents', id, medicationId),
    queryFn: ({ signal }) =>
      call(orderEndpoints.listEquivalents, { params: { id }, query: { medicationId } }, { signal }).then(
        ({ equivalents }) => equivalents,
      ),
  });
  const propose = useOrderChange({
    mutationFn: (proposedId: string) =>
      call(orderEndpoints.proposeSubstitute, {
        params: { id },
        body: { medicationId, reason, proposedId },
      }).then((response) => response.order),
    done: 'La proposition est envoyée',
    failed: 'Erreur lors de l’envoi',
    onDone,
  });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const named = order.substitution?.named;
  const equivalents = query.data ?? [];
  const isCleared =
    chosen === null ||
    chosen._id === named?.medicationId ||
    equivalents.some(({ _id }) => _id === chosen._id);
  return (
    <Stack gap={16}>
      {query.data === undefined ? <QueryState query={query} rows={2} height={56} /> : null}
      {equivalents.length > 0 || named !== undefined ? (
        <Radio.Group
          label="Le client est interrogé aussitôt"
          description="Même substance, même dosage, même forme. Il ne paie rien de plus : ce qui coûte plus cher est donné au prix payé."
          value={chosen?._id ?? null}
          onChange={(value) =>
            setChosen(choices(equivalents, named).find(({ _id }) => _id === value) ?? null)
          }
        >
          <Stack gap={4} mt={8}>
            {choices(equivalents, named).map(({ _id, label, detail }) => (
              <Radio key={_id} value={_id} label={label} description={detail} />
            ))}
          </Stack>
        </Radio.Group>
      ) : query.data === undefined ? null : (
        <Text>Le catalogue n’a pas d’équivalent sûr de ce médicament.</Text>
      )}
      <MedicineSearch
        label="Un autre médicament"
        to="à la proposition"
        canAdd={false}
        onPick={({ _id, label }) => setChosen({ _id, label })}
      />
      {chosen === null ? null : (
        <Text role="status">
          <b>{chosen.label}</b>
          {isCleared ? null : (
            <span> : un pharmacien d’Amasin, puis le prescripteur, disent d’abord s’il convient.</span>
          )}
        </Text>
      )}
      <Button
        disabled={chosen === null}
        loading={propose.isPending}
        onClick={() => {
          if (chosen !== null) propose.mutate(chosen._id);
        }}
      >
        Proposer
      </Button>
    </Stack>
  );
}

type Named = NonNullable<Order['substitution']>['named'];

/** What can be proposed without asking a pharmacist: what the prescriber has named, then the equivalents. */
const choices = (equivalents: readonly { _id: string; label: string; price: number }[], named: Named) => [
  ...(named === undefined
    ? []
    : [{ _id: named.medicationId, label: named.label, detail: 'Permis par le prescripteur' }]),
  ...equivalents.map(({ _id, label, price }) => ({
    _id,
    label,
    detail: `Donné à ${formatMoney(price)} la boîte`,
  })),
];
