import { useSession } from '../../session/session-context.ts';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { CHAT_PARAM } from './chat-param.ts';

const ChatDialog = lazyDialog(() => import('./ChatDialog.tsx').then((module) => module.ChatDialog));

/** The customer's chat, on every page. */
export function ChatPlace() {
  const { user } = useSession();
  const { value, opened, close } = useDialogUrl(CHAT_PARAM);
  if (user?.type !== 'customer' || !user.active) return null;
  return <ChatDialog key={user._id} view={value} opened={opened} onClose={close} />;
}
