import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { invalidate, type Resource } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import { ConfirmDialog, ResponsiveDialog } from './dialog.tsx';
import { useDialogUrl } from './use-dialog-url.ts';
import { useListed } from './use-listed.ts';

/** Search params of the dialogs of a list; the value is a row's id, or one of `NEW`. */
export const EDIT = {
  account: 'compte',
  insurer: 'assureur',
  medication: 'medicament',
  recall: 'rappel',
  zone: 'zone',
} as const;
export const DELETE = 'suppression';
export const NEW = {
  account: 'nouveau',
  insurer: 'nouveau',
  medication: 'nouveau',
  recall: 'nouveau',
  zone: 'nouvelle',
} as const;

/** Opens the dialogs that create, edit and delete rows. */
export function useRowDialogs(kind: keyof typeof EDIT) {
  const editing = useDialogUrl(EDIT[kind]);
  const deleting = useDialogUrl(DELETE);
  useEffect(ResponsiveDialog.preload, []);
  return {
    add: () => editing.open(NEW[kind]),
    edit: ({ _id }: { _id: string }) => editing.open(_id),
    remove: ({ _id }: { _id: string }) => deleting.open(_id),
    dialogs: [editing, deleting],
  };
}

/** Props of the lazy component with these dialogs: whether one is open, and what closes that one. */
export function openedOf(dialogs: readonly Pick<ReturnType<typeof useDialogUrl>, 'opened' | 'close'>[]) {
  const dialog = dialogs.find(({ opened }) => opened);
  return { opened: dialog !== undefined, onClose: () => dialog?.close() };
}

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
