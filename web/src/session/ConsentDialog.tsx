import { consentVersions, healthConsentWords } from '@amasin/domain/users/consent.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { PageLink } from '../ui/text.tsx';

type Props = { opened: boolean; onClose: () => void; onGiven: () => void };

/** The version goes with the words that are read here. */
const body = { purpose: 'health', version: consentVersions.health } as const;

/** Asks a customer for their consent before the first use of health data. */
export function ConsentDialog({ opened, onClose, onGiven }: Props) {
  const queries = useQueryClient();
  const giving = useMutation({
    mutationFn: () => call(userEndpoints.giveConsent, { body }),
    onSuccess: () => {
      // « Vos accords » of the profile.
      void queries.invalidateQueries({ queryKey: keys.users.of('consents') });
      onGiven();
    },
  });
  const close = () => {
    giving.reset();
    onClose();
  };
  return (
    <ResponsiveDialog opened={opened} onClose={close} title={healthConsentWords.title} hasForm>
      <Stack gap="md">
        {healthConsentWords.lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        {/* Another tab: what was typed below stays. */}
        <PageLink to="/confidentialite" target="_blank">
          Ce que nous gardons, et qui le voit
        </PageLink>
        {giving.error === null ? null : (
          <Text role="alert" c="red">
            {problemOf(giving.error)}
          </Text>
        )}
        <Group gap="sm">
          <Button loading={giving.isPending} onClick={() => giving.mutate()}>
            J’accepte
          </Button>
          <Button variant="default" disabled={giving.isPending} onClick={close}>
            Pas maintenant
          </Button>
        </Group>
      </Stack>
    </ResponsiveDialog>
  );
}

/** Says that the page has to be loaded again when its words are no longer those of today. */
const problemOf = (error: Error): string =>
  (error instanceof ApiError && error.fields.version) || messageOf(error);
