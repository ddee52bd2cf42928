import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invalidate, type Resource } from '../../lib/api/keys.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { ResponsiveDialog } from '../dialog/ResponsiveDialog.tsx';
import { useDialogUrl } from '../dialog/use-dialog-url.ts';
import { useListed } from '../dialog/use-listed.ts';
import { DELETE, EDIT, NEW } from './row-dialogs.ts';

type EditProps<T> = {
  kind: keyof typeof EDIT;
  resource: Resource;
  rows: readonly T[] | undefined;
  /** Title and toast, for a new and for an existing row. */
  adding: { title: string; done: string };
  changing: { title: string; done: string };
  /** The form; the row is null for a new one. */
  children: (row: T | null, on: { onSaved: () => void; onFailed: () => void }) => ReactNode;
};

/** Creates or edits a row. */
export function EditDialog<T extends { _id: string }>(props: EditProps<T>) {
  const { kind, resource, rows, children } = props;
  const { value, close } = useDialogUrl(EDIT[kind]);
  const queries = useQueryClient();
  const isNew = value === NEW[kind];
  const listed = useListed(isNew ? null : value, rows, close);
  const row = isNew ? null : listed;
  const { title, done } = isNew ? props.adding : props.changing;
  const onFailed = () => void invalidate(queries, resource);
  const onSaved = () => {
    close();
    onFailed();
    toast.success(done);
  };
  return (
    <ResponsiveDialog opened={value !== null && row !== undefined} onClose={close} title={title} hasForm>
      {row === undefined ? null : children(row, { onSaved, onFailed })}
    </ResponsiveDialog>
  );
}

type DeleteProps<T> = {
  rows: readonly T[] | undefined;
  useDelete: (onDone: () => void) => { mutate: (id: string) => void; isPending: boolean };
  question: (row: T | undefined) => string;
  children: (row: T) => ReactNode;
};

/** Confirms the deletion of a row. */
export function DeleteDialog<T extends { _id: string }>(props: DeleteProps<T>) {
  const { rows, useDelete, question, children } = props;
  const { value, close } = useDialogUrl(DELETE);
  const deleting = useDelete(close);
  const row = useListed(value, rows, close);
  return (
    <ConfirmDialog
      opened={value !== null && row !== undefined}
      onClose={close}
      question={question(row)}
      confirmLabel="Supprimer"
      onConfirm={() => {
        if (value !== null) deleting.mutate(value);
      }}
      pending={deleting.isPending}
      danger
    >
      {row === undefined ? null : children(row)}
    </ConfirmDialog>
  );
}
