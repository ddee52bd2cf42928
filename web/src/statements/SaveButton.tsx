import { statementTitle } from '@amasin/domain/statements/month.ts';
import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { toast } from '../lib/toast.tsx';
import { type StatementFormat, saveStatement } from './api.ts';

type Props = { statement: StatementMonth; holder: string | undefined; format: StatementFormat };

/** Downloads a statement in one format. */
export function SaveButton({ statement, holder, format }: Props) {
  const label = format.toUpperCase();
  const download = useMutation({
    mutationFn: () => saveStatement(statement, format, holder),
    onSuccess: (name) => toast.success(`Relevé téléchargé : ${name}`),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors du téléchargement')),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
      aria-label={`${label} : ${statementTitle(statement.month)}`}
    >
      {label}
    </Button>
  );
}
