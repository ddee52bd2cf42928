import { formatDay } from '@amasin/domain/contract/format.ts';
import { consentLabels } from '@amasin/domain/users/consent.ts';
import { type Consent, userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { QueryState } from '../../ui/feedback.tsx';
import { PlainList } from '../../ui/PlainList.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

type Props = { user: User; onChanged: (user: User) => void };

/** Lists what the signed-in person agrees to; a customer withdraws the consent to the use of health data here. */
export function Consents({ user, onChanged }: Props) {
  const asking = useDialogUrl('retirer-accord');
  const query = useQuery({
    queryKey: keys.users.of('consents'),
    queryFn: ({ signal }) => call(userEndpoints.listOwnConsents, {}, { signal }),
  });
  const withdrawing = useWithdrawal(() => {
    asking.close();
    const { hasHealthConsent: _, ...rest } = user;
    onChanged(rest);
  });
  if (query.data === undefined) return <QueryState query={query} rows={1} height={64} />;
  const { consents } = query.data;
  if (consents.length === 0) return null;
  return (
    <>
      <Title order={3} mt="lg" mb="xs">
        Vos accords
      </Title>
      <PlainList gap="sm" aria-label="Vos accords">
        {consents.map((consent) => (
          <li key={`${consent.purpose} ${consent.givenAt}`}>
            <Text fw={600}>{consentLabels[consent.purpose]}</Text>
            <Text size="sm" c="dimmed">
              {wordsOf(consent)}
            </Text>
            {consent.purpose === 'health' && consent.withdrawnAt === null ? (
              <Button variant="default" mt="xs" onClick={() => asking.open()}>
                Retirer cet accord
              </Button>
            ) : null}
          </li>
        ))}
      </PlainList>
      <ConfirmDialog
        opened={asking.opened}
        onClose={asking.close}
        question="Retirer votre accord ?"
        confirmLabel="Retirer"
        onConfirm={() => withdrawing.mutate()}
        pending={withdrawing.isPending}
        danger
      >
        Votre carte d’assurance est supprimée et vos consultations prennent fin. Les commandes déjà passées se
        terminent. Pour envoyer une ordonnance ou consulter de nouveau, il faudra redonner cet accord.
      </ConfirmDialog>
    </>
  );
}

function useWithdrawal(onDone: () => void) {
  return useChange({
    resource: ['users', 'insurance', 'consultations'],
    mutationFn: () => call(userEndpoints.withdrawHealthConsent),
    done: 'Accord retiré',
    failed: 'L’accord n’a pas été retiré',
    onDone,
  });
}

const dayOf = (at: string) => formatDay(new Date(at));

/** « Donné le 29 novembre 2026, texte du 29 novembre 2026. » */
function wordsOf({ version, givenAt, withdrawnAt }: Consent): string {
  const given = `Donné le ${dayOf(givenAt)}, texte du ${dayOf(version)}.`;
  return withdrawnAt === null ? given : `${given} Retiré le ${dayOf(withdrawnAt)}.`;
}
