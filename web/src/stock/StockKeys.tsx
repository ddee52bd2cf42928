import { MAX_STOCK_KEYS, newStockKey, type StockKey } from '@amasin/domain/stock/stock.ts';
import { Button, Code, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Code.layer.css';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../lib/keys.ts';
import { listOf } from '../lib/lists.ts';
import { toast } from '../lib/toast.tsx';
import { useSchemaForm } from '../lib/use-schema-form.ts';
import { ConfirmDialog, ResponsiveDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { TextField } from '../ui/fields.tsx';
import { ListState, StaleNotice } from '../ui/listing.tsx';
import { ActionButton, Cell, Fact, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { SchemaForm } from '../ui/SchemaForm.tsx';
import { DateTime } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useListed } from '../ui/use-listed.ts';
import { createKey, useStockKeys, useWithdrawKey } from './api.ts';

/** Search param of the key that is to be withdrawn. */
const WITHDRAWN = 'retirer-cle';

/** The keys by which programs of the pharmacy send its list. */
export function StockKeys() {
  const query = useStockKeys();
  const list = listOf(query, query.data?.keys);
  const making = useDialogUrl('cle');
  const withdrawing = useDialogUrl(WITHDRAWN);
  const isFull = list.total >= MAX_STOCK_KEYS;
  const make = (
    <Button
      variant="default"
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={() => making.open()}
    >
      Créer une clé
    </Button>
  );
  return (
    <Stack component="section" gap={12} aria-labelledby="stock-keys">
      <Title order={2} id="stock-keys">
        Envoi automatique
      </Title>
      <Text c="dimmed">
        Votre logiciel peut envoyer la liste lui-même : un CSV par <Code>PUT /api/stock</Code>, avec l’en-tête{' '}
        <Code>Authorization: Bearer</Code> et une clé. Elle n’ouvre rien d’autre.
      </Text>
      <StaleNotice list={list} />
      <ListState
        list={list}
        rows={1}
        height={72}
        empty={
          <EmptyState title="Aucune clé" titleOrder={3} action={make}>
            Une clé par programme : chacune se retire sans toucher aux autres.
          </EmptyState>
        }
      >
        <Rows
          label="Clés"
          list={list}
          headings={['Clé', 'Créée', 'Utilisée', { end: 'Action' }]}
          columns="minmax(0, 1fr) 10rem 10rem 8rem"
        >
          {list.rows.map((key) => (
            <KeyRow key={key._id} stockKey={key} onWithdraw={() => withdrawing.open(key._id)} />
          ))}
        </Rows>
        <div>
          {isFull ? (
            <Text size="sm" c="dimmed">
              Cinq clés au plus. Retirez-en une pour en créer une autre.
            </Text>
          ) : (
            make
          )}
        </div>
      </ListState>
      <ResponsiveDialog opened={making.opened} onClose={making.close} title="Créer une clé" hasForm>
        {making.opened ? <NewKey onClose={making.close} /> : null}
      </ResponsiveDialog>
      <WithdrawDialog rows={query.data?.keys} />
    </Stack>
  );
}

/** Asks first: the program of a key that is withdrawn sends nothing any more. */
function WithdrawDialog({ rows }: { rows: readonly StockKey[] | undefined }) {
  const { value, close } = useDialogUrl(WITHDRAWN);
  const key = useListed(value, rows, close);
  const withdraw = useWithdrawKey(close);
  return (
    <ConfirmDialog
      opened={value !== null && key !== undefined}
      onClose={close}
      question={`Retirer la clé « ${key?.name ?? ''} » ?`}
      confirmLabel="Retirer"
      onConfirm={() => {
        if (value !== null) withdraw.mutate(value);
      }}
      pending={withdraw.isPending}
      danger
    >
      Le programme qui s’en sert n’enverra plus votre liste, jusqu’à ce que vous lui donniez une nouvelle clé.
    </ConfirmDialog>
  );
}

function KeyRow({ stockKey, onWithdraw }: { stockKey: StockKey; onWithdraw: () => void }) {
  const { name, createdAt, lastUsedAt } = stockKey;
  return (
    <Row>
      <Cell>
        <RowName>{name}</RowName>
      </Cell>
      <Cell card="half" quiet>
        <Fact label="Créée">
          <DateTime at={createdAt} absolute />
        </Fact>
      </Cell>
      <Cell card="half" quiet>
        <Fact label="Utilisée">{lastUsedAt === null ? 'jamais' : <DateTime at={lastUsedAt} />}</Fact>
      </Cell>
      <RowActions>
        <ActionButton word="Retirer" name={name} onClick={onWithdraw} />
      </RowActions>
    </Row>
  );
}

/** Asks for a name, then shows the key once: it is stored nowhere. */
function NewKey({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const schemaForm = useSchemaForm({
    schema: newStockKey,
    initialValues: { name: '' },
    fieldOfCode: { TOO_MANY_KEYS: 'name' },
    send: async ({ name }) => {
      const made = await createKey(name);
      setSecret(made.secret);
      void invalidate(queries, 'stock');
    },
    onFailed: () => void invalidate(queries, 'stock'),
  });
  if (secret === null)
    return (
      <SchemaForm {...schemaForm} submit="Créer la clé">
        <TextField
          name="name"
          label="Nom"
          description="Le programme qui s’en sert : « Caisse », « Logiciel du bureau »."
          autoComplete="off"
          maxLength={60}
          required
          data-autofocus
        />
      </SchemaForm>
    );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success('Clé copiée');
    } catch {
      toast.error('La clé n’a pas pu être copiée : sélectionnez-la.');
    }
  };
  return (
    <Stack gap="md">
      <Text role="status">Copiez cette clé maintenant : elle n’est plus jamais montrée.</Text>
      <Code block translate="no" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Button leftSection={<IconCopy size={20} aria-hidden="true" />} onClick={() => void copy()}>
        Copier
      </Button>
      <Button variant="default" onClick={onClose}>
        C’est fait
      </Button>
    </Stack>
  );
}
