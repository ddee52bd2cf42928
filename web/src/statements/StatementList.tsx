import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import { statementTitle } from '@amasin/domain/statements/month.ts';
import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call, callFile } from '../lib/call.ts';
import { countOf } from '../lib/format.ts';
import { keys } from '../lib/keys.ts';
import { listOf } from '../lib/lists.ts';
import { StateBadge } from '../ui/badges.tsx';
import { SaveButton } from '../ui/download.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { ListState, StaleNotice } from '../ui/listing.tsx';
import { Cell, Fact, HALVES, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { Money } from '../ui/text.tsx';

/**
 * The months of a payee, the latest first.
 * @param holder whose, for a super administrator; otherwise the signed-in person's
 */
function useStatements(holder?: string) {
  return useQuery({
    queryKey: keys.statements.list({ holder }),
    queryFn: async ({ signal }) =>
      (await call(statementEndpoints.listStatements, { query: { id: holder } }, { signal })).months,
    refetchOnWindowFocus: 'always',
  });
}

const endpoints = {
  pdf: statementEndpoints.printStatement,
  csv: statementEndpoints.exportStatement,
} as const;

type StatementFormat = keyof typeof endpoints;

type Props = { statement: StatementMonth; holder: string | undefined; format: StatementFormat };

/** Downloads a statement in one format. */
function SaveStatement({ statement: { month, provisional }, holder, format }: Props) {
  const label = format.toUpperCase();
  const name = `releve-${month}${provisional ? '-provisoire' : ''}.${format}`;
  return (
    <SaveButton
      variant="default"
      read={() => callFile(endpoints[format], { params: { month }, query: { id: holder } })}
      name={() => name}
      saved={`Relevé téléchargé : ${name}`}
      aria-label={`${label} : ${statementTitle(month)}`}
    >
      {label}
    </SaveButton>
  );
}

const texts = {
  partnerDoctor: {
    empty: 'Un relevé apparaît avec le premier gain du mois.',
    amount: 'Gagné',
    noun: 'ligne',
  },
  pharmacy: {
    empty: 'Un relevé apparaît avec la première commande dont un livreur prend les médicaments.',
    amount: 'Médicaments remis',
    noun: 'ligne',
  },
  deliveryPerson: {
    empty: 'Un relevé apparaît avec la première livraison du mois.',
    amount: 'Livraisons',
    noun: 'ligne',
  },
} as const satisfies Record<PayeeType, object>;

type StatementListProps = {
  of: PayeeType;
  /** The id of the statements' holder, when it is not the signed-in person. */
  holder?: string | undefined;
};

/** The months of a payee, each as a PDF or a CSV. */
export function StatementList({ of, holder }: StatementListProps) {
  const statements = useStatements(holder);
  const list = listOf(statements, statements.data);
  const { empty, amount } = texts[of];
  return (
    <>
      <StaleNotice list={list} />
      <ListState
        list={list}
        rows={3}
        height={72}
        empty={
          <EmptyState title="Pas encore de relevé" titleOrder={3} pictogram="phone">
            {empty}
          </EmptyState>
        }
      >
        <Rows
          label="Relevés par mois"
          list={list}
          headings={['Mois', { end: amount }, { end: 'Reste dû' }]}
          columns="minmax(0, 1fr) 10rem 7rem 13.5rem"
        >
          {list.rows.map((statement) => (
            <StatementRow key={statement.month} of={of} holder={holder} statement={statement} />
          ))}
        </Rows>
      </ListState>
    </>
  );
}

function StatementRow({ of, holder, statement }: StatementListProps & { statement: StatementMonth }) {
  const { month, provisional, lines, amount, balance } = statement;
  const texted = texts[of];
  return (
    <Row card={HALVES}>
      <Cell>
        <RowName below={countOf(lines, texted.noun)}>{statementTitle(month)}</RowName>
        {provisional ? <StateBadge tone="amber" icon={IconHourglass} label="Provisoire" /> : null}
      </Cell>
      <Cell card="half" end>
        <Fact label={texted.amount}>
          <Money amount={amount} />
        </Fact>
      </Cell>
      <Cell card="half" end>
        <Fact label="Reste dû">
          <Money amount={balance.closing} />
        </Fact>
      </Cell>
      <RowActions>
        <SaveStatement statement={statement} holder={holder} format="pdf" />
        <SaveStatement statement={statement} holder={holder} format="csv" />
      </RowActions>
    </Row>
  );
}
