import { allergyEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import { ALLERGIES_MAX } from '@amasin/domain/warnings/warnings.ts';
import { Button, Paper, Stack, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { withHealthConsent } from '../../lib/consent.ts';
import { keys } from '../../lib/keys.ts';
import { useChange } from '../../lib/use-change.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback.tsx';

/** What the customer writes about herself for whoever prepares her orders. */
export function AllergiesSection() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.users.of('allergies'),
    queryFn: ({ signal }) => call(allergyEndpoints.readAllergies, {}, { signal }),
  });
  return (
    <section aria-labelledby="pour-qui">
      <Title order={2} id="pour-qui" mb="md">
        Pour qui commandez-vous ?
      </Title>
      <Paper withBorder radius="lg" p="md">
        {data !== undefined ? (
          <AllergiesForm written={data.allergies ?? ''} />
        ) : error === null ? (
          <ListSkeleton rows={1} height={120} />
        ) : (
          <ErrorState
            message={messageOf(error, 'Vos allergies n’ont pas pu être lues.')}
            onRetry={() => void refetch()}
          />
        )}
      </Paper>
    </section>
  );
}

function AllergiesForm({ written }: { written: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? written;
  const save = useChange({
    resource: 'users',
    mutationFn: (allergies: string | null) => {
      const send = () => call(allergyEndpoints.writeAllergies, { body: { allergies } });
      return allergies === null ? send() : withHealthConsent(send);
    },
    done: ({ allergies }) => (allergies === null ? 'Allergies effacées' : 'Allergies gardées'),
  });
  return (
    <Stack
      gap={12}
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(text.trim() || null);
      }}
    >
      <Textarea
        label="Allergies (facultatif)"
        description="La pharmacie est avertie quand un médicament commandé porte un de ces noms. Les noms sont comparés mot à mot, sans les familles de médicaments : dites-les aussi à votre pharmacien."
        placeholder="Amoxicilline, ibuprofène"
        maxLength={ALLERGIES_MAX}
        rows={3}
        value={text}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={save.isPending} disabled={text.trim() === written}>
        Enregistrer les allergies
      </Button>
    </Stack>
  );
}
