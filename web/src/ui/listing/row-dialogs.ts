import { useEffect } from 'react';
import { ResponsiveDialog } from '../dialog/ResponsiveDialog.tsx';
import { useDialogUrl } from '../dialog/use-dialog-url.ts';

/** Search params of the dialogs of a list; the value is a row's id, or one of `NEW`. */
export const EDIT = { account: 'compte', medication: 'medicament', zone: 'zone' } as const;
export const DELETE = 'suppression';
export const NEW = { account: 'nouveau', medication: 'nouveau', zone: 'nouvelle' } as const;

/** Opens the dialogs that create, edit and delete rows. */
export function useRowDialogs(kind: keyof typeof EDIT) {
  const editing = useDialogUrl(EDIT[kind]);
  const deleting = useDialogUrl(DELETE);
  useEffect(ResponsiveDialog.preload, []);
  return {
    add: () => editing.open(NEW[kind]),
    edit: ({ _id }: { _id: string }) => editing.open(_id),
    remove: ({ _id }: { _id: string }) => deleting.open(_id),
    /** Props of the `LazyDialog` that loads them. */
    lazy: {
      opened: editing.opened || deleting.opened,
      onClose: editing.opened ? editing.close : deleting.close,
    },
  };
}
