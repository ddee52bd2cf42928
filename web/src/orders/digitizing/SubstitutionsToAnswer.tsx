import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { formatClock } from '@amasin/domain/contract/format.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { SubstitutionToAnswer } from '@amasin/domain/orders/order.ts';
import { prescriberAnswerLabels } from '@amasin/domain/orders/substitution.ts';
import { Button, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { MedicineSearch } from '../../medications/MedicineSearch.tsx';
import { Decisions } from '../../ui/Decisions.tsx';
import styles from '../../ui/decisions.module.css';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { ItemInstructions } from '../../ui/items.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

/** The proposals that wait for the answer of an in-house pharmacist or a prescriber, the most urgent first. */
function useSubstitutions() {
  return useQuery({
    queryKey: keys.orders.of('substitutions'),
    queryFn: ({ signal }) =>
      call(orderEndpoints.listSubstitutions, {}, { signal }).then(({ substitutions }) => substitutions),
  });
}

type Answer = HandlerInput<typeof orderEndpoints.answerSubstitution>['body'];

function useAnswer({ _id: id }: SubstitutionToAnswer) {
  return useChange({
    resource: 'orders',
    mutationFn: (body: Answer) => call(orderEndpoints.answerSubstitution, { params: { id }, body }),
    done: 'Réponse envoyée',
    failed: 'Erreur lors de l’envoi',
  });
}

/** « Remplacements à vérifier », for in-house pharmacists. */
export function SubstitutionsToCheck() {
  return (
    <Decisions
      title="Remplacements à vérifier"
      query={useSubstitutions()}
      emptyTitle="Aucun remplacement à vérifier"
      emptyText="Quand une pharmacie propose un médicament qui n’est pas un équivalent sûr, la question arrive ici."
      keyOf={({ _id }) => _id}
    >
      {(asked) => <Question asked={asked} />}
    </Decisions>
  );
}

/** The questions to a prescriber; nothing when there is none. */
export function SubstitutionsForPrescriber() {
  const query = useSubstitutions();
  if (!query.data?.length) return null;
  return (
    <Decisions
      title="On vous demande votre avis"
      query={query}
      emptyTitle=""
      emptyText=""
      keyOf={({ _id }) => _id}
    >
      {(asked) => <Question asked={asked} />}
    </Decisions>
  );
}

function Question({ asked }: { asked: SubstitutionToAnswer }) {
  const answer = useAnswer(asked);
  const naming = useDialogUrl(`autre-${asked._id}`);
  const { orderNumber, pharmacy, prescribed, proposed, quantity, posology, duration, prescription, until } =
    asked;
  const isPrescriber = prescription !== undefined;
  return (
    <Paper component="section" withBorder radius="lg" className={styles.card} aria-label={prescribed.label}>
      <div>
        <Text fw={600}>
          {isPrescriber ? `${prescription.number}, pour ${prescription.patientName}` : orderNumber}
        </Text>
        <Text size="sm">{`${pharmacy} attend, jusqu’à ${formatClock(new Date(until))}.`}</Text>
      </div>
      <div>
        <Text size="sm" c="dimmed">
          Prescrit, et il manque
        </Text>
        <Text fw={600}>{`${quantity} × ${prescribed.label}`}</Text>
        <ItemInstructions posology={posology} duration={duration} form={prescribed.form} />
        <Text size="sm">{contentOf(prescribed)}</Text>
      </div>
      <div>
        <Text size="sm" c="dimmed">
          Proposé à la place
        </Text>
        <Text fw={600}>{`${quantity} × ${proposed.label}`}</Text>
        <Text size="sm">{[medicationFormLabels[proposed.form], contentOf(proposed)].join(' · ')}</Text>
      </div>
      <div className={styles.buttons}>
        <Button loading={answer.isPending} onClick={() => answer.mutate({ answer: 'accept' })}>
          {isPrescriber ? prescriberAnswerLabels.accept : 'Il convient'}
        </Button>
        {isPrescriber ? (
          <Button variant="default" disabled={answer.isPending} onClick={() => naming.open()}>
            {prescriberAnswerLabels.another}
          </Button>
        ) : null}
        <Button
          variant="default"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ answer: 'none' })}
        >
          {isPrescriber ? prescriberAnswerLabels.none : 'Il ne convient pas'}
        </Button>
      </div>
      <ResponsiveDialog
        opened={naming.opened}
        onClose={naming.close}
        title={`À la place de ${prescribed.label}`}
        size="md"
      >
        <MedicineSearch
          label="Le médicament qui convient"
          to="à votre réponse"
          canAdd={false}
          onPick={({ _id }) =>
            answer.mutate({ answer: 'another', medicationId: _id }, { onSuccess: naming.close })
          }
        />
      </ResponsiveDialog>
    </Paper>
  );
}

/** « Amoxicilline, 500 mg ». */
const contentOf = ({ substances, dosage }: SubstitutionToAnswer['prescribed']): string =>
  [substances, dosage].filter(Boolean).join(', ') || 'Composition inconnue au catalogue';
