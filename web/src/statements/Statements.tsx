import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import { Stack, Text, Title } from '@mantine/core';
import { StatementList } from './StatementList.tsx';

const about: Record<PayeeType, string> = {
  partnerDoctor: 'Ce que chaque mois a rapporté, ce qui a été versé, et ce qui restait dû à la fin.',
  pharmacy:
    'Les médicaments que les livreurs ont pris chez vous, ce qui a été corrigé ou versé, et ce qui restait dû à la fin.',
  deliveryPerson: 'Vos livraisons, ce qui a été corrigé ou versé, et ce qui restait dû à la fin.',
};

/** « Relevés » of the signed-in payee. */
export function Statements({ of }: { of: PayeeType }) {
  return (
    <Stack component="section" gap={12} aria-labelledby="statements">
      <Title order={2} id="statements">
        Relevés
      </Title>
      <Text c="dimmed">{about[of]}</Text>
      <StatementList of={of} />
    </Stack>
  );
}
