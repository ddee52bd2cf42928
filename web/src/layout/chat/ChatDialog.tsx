import { useRef } from 'react';
import { CustomerChat } from '../../consultations/CustomerChat.tsx';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import { CHAT_PARAM } from './chat-param.ts';
import { conversationFiles } from './conversation-files.tsx';
import { useViews } from './use-views.ts';

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
