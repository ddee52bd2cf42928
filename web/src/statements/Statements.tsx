import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import { Stack, Text, Title } from '@mantine/core';
import { StatementList } from './StatementList.tsx';

const about: Record<PayeeType, string> = {
  partnerDoctor: 'Ce que chaque mois a rapporté, ce qui a été versé, et ce qui restait dû à la fin.',
  pharmacy:
    'La valeur des médicaments de vos commandes terminées, mois par mois, à comparer avec votre caisse. Un relevé ne dit pas ce qui vous a été payé.',
};

/** « Relevés » of the signed-in partner or pharmacy. */
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
