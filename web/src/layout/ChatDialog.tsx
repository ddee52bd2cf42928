import { useCallback, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { CustomerChat } from '../consultations/CustomerChat.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { CHAT_PARAM } from './chat-param.ts';
import { conversationFiles } from './conversation-files.tsx';

/** The views of a dialog under one path. Moving between them adds no history entry: Back closes the dialog. */
export function useViews(name: string) {
  const { close } = useDialogUrl(name);
  const { state } = useLocation();
  const [, setSearch] = useSearchParams();
  const show = useCallback(
    (view: string) =>
      setSearch(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.set(name, view);
          return next;
        },
        // The state says whether the dialog was opened on this page.
        { replace: true, state, preventScrollReset: true },
      ),
    [name, setSearch, state],
  );
  return { show, close };
}

const titles: Readonly<Record<string, string>> = { list: 'Mes consultations', new: 'Nouvelle consultation' };

/** 600 px high, or a whole phone screen. `view` is null while it is closed. */
export function ChatDialog({ view }: { view: string | null; opened: boolean; onClose: () => void }) {
  const { show, close } = useViews(CHAT_PARAM);
  // The last view remains rendered while the dialog fades out.
  const last = useRef('list');
  if (view !== null) last.current = view;
  return (
    <ResponsiveDialog
      opened={view !== null}
      onClose={close}
      title={titles[last.current] ?? 'Consultation'}
      hasOwnHeader={last.current !== 'list'}
      hasForm
    >
      <CustomerChat view={last.current} onShow={show} files={conversationFiles} />
    </ResponsiveDialog>
  );
}
